import { describe, expect, it } from 'vitest'
import { callLine, callText } from './call-line.js'
import { stepsOf, stepWith } from './steps.js'
import { type TranscriptEvent, withEarlier, withLater } from './transcript-window.js'

const event = (seq: number, more: Partial<TranscriptEvent> = {}): TranscriptEvent => ({
  seq,
  id: `e${seq}`,
  type: 'message',
  role: 'user',
  speaker: null,
  text: '',
  chars: 0,
  at: '2026-05-01T12:00:00Z',
  recordedAt: '2026-05-01T12:00:00Z',
  origin: 'user',
  trust: 'stated',
  tool: null,
  callId: null,
  path: null,
  isError: null,
  ending: null,
  artifact: null,
  sidechain: null,
  masked: 0,
  ...more,
})
const call = (seq: number, callId: string | null, tool = 'bash') =>
  event(seq, { type: 'tool_call', callId, tool })
const result = (seq: number, callId: string | null, tool = 'bash') =>
  event(seq, { type: 'tool_result', callId, tool })
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index))
const told = (events: readonly TranscriptEvent[], isWhole = true) =>
  stepsOf(events, { isWhole }).map((step) =>
    step.kind === 'event' ? [step.event.seq, step.result?.seq ?? null] : step.kind,
  )

describe('the steps of a conversation', () => {
  it('put a result to its call, also where calls overlap', () => {
    const events = [call(1, 'a'), call(2, 'b'), result(3, 'b'), result(4, 'a'), result(5, 'c')]
    expect(told(events)).toEqual(['day', [1, 4], [2, 3], [5, null]])
    expect(stepWith(stepsOf(events, { isWhole: true }), 'e4')).toBe('e1')
  })

  it('without ids put together only what follows at once from the same tool', () => {
    expect(told([call(1, null), result(2, null), result(3, null)])).toEqual(['day', [1, 2], [3, null]])
    expect(told([call(1, null), result(2, null, 'read')])).toEqual(['day', [1, null], [2, null]])
  })

  it('say where something was forgotten, but not where only some events were asked for', () => {
    expect(told([event(1), event(4)])).toEqual(['day', [1, null], 'gone', [4, null]])
    expect(told([event(1), event(4)], false)).toEqual(['day', [1, null], [4, null]])
  })

  it('begin each day with a ruler', () => {
    expect(told([event(1), event(2, { at: '2026-05-03T12:00:00Z' })])).toEqual([
      'day',
      [1, null],
      'day',
      [2, null],
    ])
  })
})

describe('the part of a session that is held', () => {
  it('grows in both directions, lets go of the far end, and knows how to come back', () => {
    const held = { events: range(11, 20), previous: 11, next: 20 }
    const later = withLater(held, { events: range(20, 25), previous: 20, next: null }, 12)
    expect([later.events[0]?.seq, later.events.at(-1)?.seq]).toEqual([14, 25])
    expect([later.previous, later.next]).toEqual([14, null])
    const earlier = withEarlier(later, { events: range(4, 13), previous: 4, next: 13 }, 12)
    expect([earlier.events[0]?.seq, earlier.events.at(-1)?.seq]).toEqual([4, 15])
    expect([earlier.previous, earlier.next]).toEqual([4, 15])
    expect(withEarlier(held, { events: range(1, 10), previous: null, next: 10 }, 99)).toMatchObject({
      previous: null,
      next: 20,
    })
  })
})

it('tells what a tool was asked in one line', () => {
  expect(callLine('{"timeout":3,"command":"pnpm\\n test"}')).toBe('pnpm test')
  expect(callLine('{"note":"x","path":"a.ts"}')).toBe('a.ts')
  expect(callLine('{"count":3}')).toBe('{"count":3}')
  expect(callLine('{broken')).toBe('{broken')
  expect(callText('{"a":1}')).toBe('{\n  "a": 1\n}')
})
