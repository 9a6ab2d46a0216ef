import { expect, it } from 'vitest'
import { nothingYet, withFailure, withFile, withLeftOut } from './joined-report.js'

const report = {
  format: 'json-lines',
  messages: 2,
  notes: 0,
  events: 1,
  added: 2,
  repeated: 1,
  forgotten: 1,
  skipped: 1,
  skippedBy: [{ reason: 'no text', count: 1 }],
  problems: [{ line: 3, entry: null, reason: 'no text' }],
  leftOut: [{ reason: 'image', count: 2 }],
  masked: 1,
  remarks: ['the day comes first'],
  sessions: 1,
  firstAt: null,
  lastAt: null,
  dryRun: false,
}

it('adds up what became of several files, and says where something could not be read', () => {
  const two = withFile(withFile(nothingYet, 'a.jsonl', report), 'b.jsonl', report)
  const all = withLeftOut(withFailure(two, 'c.json', 'no known format'), 'media', 3)
  expect(all).toMatchObject({
    added: 4,
    repeated: 2,
    forgotten: 2,
    skipped: 3,
    masked: 2,
    sessions: 2,
    events: 2,
  })
  expect(all.skippedBy).toEqual(
    new Map([
      ['no text', 2],
      ['no known format', 1],
    ]),
  )
  expect(all.leftOut).toEqual(
    new Map([
      ['image', 4],
      ['media', 3],
    ]),
  )
  expect(all.remarks).toEqual(['the day comes first'])
  expect(all.problems).toEqual([
    { path: 'a.jsonl', place: '3', reason: 'no text' },
    { path: 'b.jsonl', place: '3', reason: 'no text' },
    { path: 'c.json', place: '', reason: 'no known format' },
  ])
  expect(withLeftOut(all, 'media', 0)).toBe(all)
})
