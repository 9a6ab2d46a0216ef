import { describe, expect, it } from 'vitest'
import { fixture, readEntries } from './read-entries.js'

describe('chats of several people', () => {
  it('of Slack have names for ids, and a thread in a session of its own', async () => {
    const people = new Map([
      ['U0ANN', ['Ann', 'ann']],
      ['U0JON', ['Jonas Vik']],
    ])
    const options = { people, session: 'general', me: 'ann' }
    const first = await readEntries(fixture('slack/general/2026-03-04.json'), options)
    expect(first.said).toEqual([
      '2026-03-04T09:01:00.000Z user Ann: @Jonas Vik the new times are in #tides & on the page (https://example.org/tides)',
      '2026-03-04T09:01:40.000Z tool Tide Bot: High water at *14:02*',
    ])
    const next = await readEntries(fixture('slack/general/2026-03-05.json'), options)
    expect(next.said).toEqual(['2026-03-05T09:00:00.000Z contact Jonas Vik: Thanks, @here see Wedel.'])
    const threads = [first, next].map(({ entries }) => entries.find(({ kind }) => kind === 'message'))
    for (const thread of threads)
      expect(thread).toMatchObject({
        message: {
          session: 'general, thread of 2026-03-04 09:01',
          sessionKey: 'slack general 1772614860.000200',
        },
      })
    const team = new Map([...people, ['T0HARBOUR', ['T0HARBOUR']]])
    const known = await readEntries(fixture('slack/general/2026-03-05.json'), { ...options, people: team })
    expect(known.said).toEqual(next.said)
    expect(known.entries.find(({ kind }) => kind === 'message')).toMatchObject({
      message: { sessionKey: 'slack T0HARBOUR general 1772614860.000200' },
    })
  })

  it('of Telegram are one chat, or all of an account', async () => {
    const one = await readEntries(fixture('telegram/result.json'), { me: 'Ann' })
    expect(one.said).toEqual([
      '2026-03-08T09:01:00.000Z user Ann: Who brings the ropes?',
      '2026-03-08T09:02:00.000Z contact Wei: I do, see the list (https://example.org/list) and hurry',
      '2026-03-08T10:04:00.000Z contact user13: From a closed account.',
    ])
    const all = await readEntries(fixture('telegram/all.json'), { me: 'Ann' })
    const sessions = all.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message.session] : []))
    expect(sessions).toEqual(['Wei', 'Saved messages'])
  })

  it('of Discord are a channel, or what the user said in one', async () => {
    const { said, entries } = await readEntries(fixture('discord/Sailors - knots [222].json'), { me: 'ann' })
    expect(said.map((text) => text.replace(/^\S+ /, ''))).toEqual([
      'user Ann B: Which knot for the mooring?',
      'contact wei: A bowline.',
      'tool Knot Bot: Bowline\nHolds and opens easily.',
    ])
    expect(entries.find(({ kind }) => kind === 'message')).toMatchObject({
      message: { session: 'Sailors #knots' },
    })
    expect((await readEntries(fixture('discord/package/messages/c300/messages.csv'))).said).toEqual([
      '2021-05-01T10:00:00.000Z user: He said "aye",\nand left.',
      '2021-05-01T10:01:00.000Z user: Good night',
    ])
  })
})
