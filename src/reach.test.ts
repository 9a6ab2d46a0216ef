import { expect, it } from 'vitest'
import { reachOf, type Who } from './reach.js'

it.each([
  // A query string read twice gives a list; taken for a name it would be that of another.
  ['a list as the user', { user: ['ann'] }],
  ['no user at all', { user: null }],
  ['a number as the user', { user: 7 }],
  ['what only looks like a name', { user: { length: 3, toString: () => 'ann' } }],
  ['a list as the agent', { agent: ['helper'] }],
  ['an agent without a name', { agent: null }],
  ['nobody', null],
  ['one capability that is no list', { capabilities: 'admin' }],
  ['a capability that does not exist', { capabilities: ['memory.everything'] }],
])('refuses %s', (_name, who) => {
  expect(() => reachOf(who as unknown as Who)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})
