import { expect, it } from 'vitest'
import { isEventData, withinWords } from './event-data.js'

it('knows an id that is longer than any by its beginning and its hash, a call and its result alike', () => {
  const callId = 'toolu_'.repeat(2_000)
  const call = withinWords({ callId, tool: 'bash', ending: 'failed' })
  expect(isEventData(JSON.stringify({ callId }))).toBe(false)
  expect(isEventData(JSON.stringify(call))).toBe(true)
  expect(call).toEqual({ ...withinWords({ callId }), tool: 'bash', ending: 'failed' })
  expect(withinWords({ callId: `${callId}2` }).callId).not.toBe(call.callId)
})
