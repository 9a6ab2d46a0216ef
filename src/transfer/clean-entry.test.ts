import { describe, expect, it } from 'vitest'
import { isNoise } from './claude-code/noise.js'
import { createCleaner } from './clean-entry.js'
import { cleanDraft } from './transcripts/clean-draft.js'

const key = (name: string) => ['gh', 'p_', `${name}3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYabcd`].join('')
const SECRET = /3dE5fG7hJ9kL1mN2pQ4rS6/

const data = { path: `/tmp/${key('a')}/f`, tool: `t ${key('b')}`, callId: key('c'), sidechain: key('d') }
const event = {
  type: 'tool_call' as const,
  text: `run ${key('e')}`,
  role: 'assistant',
  at: null,
  session: `work ${key('f')}`,
  channel: null,
  id: `call ${key('c')}`,
  data,
}
const message = {
  role: 'user',
  content: `use ${key('g')}`,
  at: null,
  speaker: `Ann ${key('h')}`,
  session: `work ${key('f')}`,
  channel: null,
  id: 'm1',
}

describe('what nobody meant to keep', () => {
  it('is taken out of all that is kept of an entry, which is known again all the same', () => {
    const cleaner = createCleaner({ isUnattended: true, keepSecrets: undefined })
    const cleaned = cleaner.event(event)
    const { sessionKey, ...kept } = cleaned.event
    expect(JSON.stringify(kept)).not.toMatch(SECRET)
    // Of this only the identity of the session is made, with the key of the store.
    expect(sessionKey).toBe(event.session)
    expect(cleaned.masked).toBe(7)
    expect(cleaner.event(event)).toEqual(cleaned)
    const other = cleaner.event({
      ...event,
      id: `call ${key('x')}`,
      data: { ...data, callId: key('x') },
    }).event
    expect(other.id).not.toBe(kept.id)
    expect(other.data.callId).not.toBe(kept.data.callId)
    const said = cleaner.message(message).message
    expect(said).toMatchObject({ content: 'use ghp_…', speaker: 'Ann ghp_…', session: 'work ghp_…' })
    expect(said?.sessionKey).toBe(event.session)
    expect(cleaner.message({ ...message, content: 'a\n<private>b' }).message?.content.trim()).toBe('a')
    const draft = cleanDraft({
      ...event,
      origin: 'tool',
      data: { ...data, key: key('k') },
      speaker: key('h'),
    })
    expect(JSON.stringify({ ...draft, session: null, id: null })).not.toMatch(SECRET)
    expect(draft.data.masked).toBe(7)
  })

  it('stays where it is wanted, and an entry that holds none is what it was', () => {
    const wanted = createCleaner({ isUnattended: true, keepSecrets: true })
    expect(wanted.event(event)).toEqual({ event, masked: 0 })
    const plain = { ...event, text: 'x', session: 's', id: 'i', data: { path: '/a' } }
    const cleaner = createCleaner({ isUnattended: true, keepSecrets: false })
    expect(cleaner.event(plain)).toEqual({ event: plain, masked: 0 })
  })
})

it('is no noise of the program what a user says behind a reminder', () => {
  const reminder = '<system-reminder>Be brief.</system-reminder>'
  expect(isNoise(reminder)).toBe(true)
  expect(isNoise(`${reminder}\n<command-name>x`)).toBe(true)
  expect(isNoise(`${reminder}\nPlease deploy on Fridays.`)).toBe(false)
  expect(isNoise('')).toBe(false)
})
