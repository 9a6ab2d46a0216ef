import { describe, expect, it } from 'vitest'
import {
  type BankId,
  documentBankOf,
  inBank,
  isBank,
  kindOfBank,
  reachOf,
  type Who,
  workspaceOf,
} from './reach.js'

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

it.each([
  ['a user', { user: ' ' }],
  ['a worker', { user: 'ann', worker: '\u200b' }],
  ['a workspace', { user: 'ann', workspace: ' \u2067\ufeff' }],
  ['an agent', { user: 'ann', agent: '\u3000' }],
])('refuses a name of which nothing is seen, for %s', (_name, who) => {
  expect(() => reachOf(who)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

it('gives each worker of each user a bank of its own', () => {
  const banks = [
    reachOf({ user: 'ann' }),
    reachOf({ user: 'ann', worker: 'main' }),
    reachOf({ user: 'ann', worker: 'a' }),
    reachOf({ user: 'ann', worker: 'A' }),
    reachOf({ user: 'ann/worker', worker: 'a' }),
    reachOf({ user: 'bob', worker: 'a' }),
  ].map(({ writes }) => writes)
  expect(new Set(banks).size).toBe(banks.length)
  expect(banks.map(kindOfBank)).toEqual(['user', 'worker', 'worker', 'worker', 'worker', 'worker'])
})

it('lets a worker read its own bank alone, and the main one where that was given', () => {
  expect(reachOf({ user: 'ann', worker: 'a' })).toMatchObject({
    reads: ['u/ann/worker/a'],
    actor: { audience: 'subagent', agent: 'a' },
  })
  expect(reachOf({ user: 'ann', worker: 'a', readsMain: true })).toMatchObject({
    writes: 'u/ann/worker/a',
    reads: ['u/ann/worker/a', 'u/ann/main'],
  })
  expect(reachOf({ user: 'ann', worker: 'a' }).capabilities.has('memory.forget')).toBe(false)
})

describe('the bank of a workspace', () => {
  it.each(['acme/web', 'documents', 'main', 'Acme/Web', 'a%2fb', '部署'])(
    'is told by its name, and its name by it: %s',
    (workspace) => {
      const { writes, reads } = reachOf({ user: 'ann', workspace })
      expect(kindOfBank(writes)).toBe('workspace')
      expect(workspaceOf(writes)).toBe(workspace)
      expect(reads).toEqual([writes])
      expect(reachOf({ user: 'bob', workspace }).writes).toBe(writes)
    },
  )

  it('is no user’s and no worker’s', () => {
    expect(workspaceOf(reachOf({ user: 'w' }).writes)).toBeUndefined()
    expect(() => reachOf({ workspace: '' })).toThrow('not a usable workspace name')
    expect(() => reachOf({ workspace: 'a', worker: 'b' })).toThrow('cannot be in a workspace')
  })
})

it('knows the name of a bank from what only looks like one', () => {
  const names = [
    reachOf({ user: 'Ann / 部署' }).writes,
    reachOf({ user: 'ann', worker: 'a%2fb' }).writes,
    reachOf({ workspace: 'acme/web' }).writes,
    documentBankOf('ann'),
    'system/documents',
  ]
  expect(names.filter((name) => !isBank(name))).toEqual([])
  const others = ['w/acme%zzweb', 'w/%ff', 'u/Ann/main', 'w/', '', 'w/a%2Fb', 'u/a/worker/b/c']
  expect(others.filter(isBank)).toEqual([])
  expect(workspaceOf('w/acme%zzweb' as BankId)).toBeUndefined()
})

it('takes no approval along to another bank', () => {
  const reach = reachOf({ user: 'ann', workspace: 'acme/web' })
  const approving = { ...reach, approval: { proposal: 'one', by: reach.actor, note: null } }
  expect(inBank(approving, documentBankOf('ann'))).not.toHaveProperty('approval')
})
