import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createNestedSplitter } from './nested-splitter.js'

const limits = { key: 'messages', maxValueBytes: 1_000, maxDepth: 10 }

/** The elements with what is around them, in pieces of so many bytes. */
function split(text: string, pieceBytes: number) {
  const splitter = createNestedSplitter(limits)
  const bytes = Buffer.from(text)
  const values = []
  for (let from = 0; from < bytes.length; from += pieceBytes)
    values.push(...splitter.push(bytes.subarray(from, from + pieceBytes)))
  return [...values, ...splitter.end()].map(({ text: value, around, problem }) => ({
    value: value === undefined ? problem : JSON.parse(value),
    around: around === undefined ? undefined : JSON.parse(around),
  }))
}

it('gives the elements of each list with the object that holds it, however the bytes are cut', () => {
  const text = JSON.stringify(
    {
      about: 'the "messages": [ of a "chat" \\',
      chats: {
        list: [
          {
            name: 'é "q" \\u0041',
            of: { id: 1, tags: ['a', { b: [] }] },
            messages: [{ a: [1, '],[', { b: {} }] }, 'text, too', 7],
            more: 1,
          },
          { name: 'second', messages: [] },
          { messages: 5, other: ['messages', [1]] },
          { name: 'third', messages: [null] },
        ],
      },
    },
    null,
    1,
  )
  const first = { name: 'é "q" \\u0041', of: { id: 1, tags: ['a', { b: [] }] }, messages: null }
  const expected = [
    { value: { a: [1, '],[', { b: {} }] }, around: first },
    { value: 'text, too', around: first },
    { value: 7, around: first },
    { value: null, around: { name: 'third', messages: null } },
  ]
  for (const bytes of [1, 2, 3, 7, 64, 100_000]) expect(split(text, bytes)).toEqual(expected)
})

it('reports what is too long, too deep or cut off, and goes on behind it', () => {
  const list = (...values: string[]) => `{"messages":[${values.join(',')}]}`
  expect(
    split(list('1', `"${'x'.repeat(2_000)}"`, `${'['.repeat(20)}${']'.repeat(20)}`, '2'), 50).map(
      ({ value }) => value,
    ),
  ).toEqual([1, 'longer than 1000 bytes', 'nested deeper than 10 levels', 2])
  expect(split('{"messages":[1,{"a":', 3).map(({ value }) => value)).toEqual([
    1,
    'cut off: the file ends before this does',
  ])
})

it('never throws, and holds little, whatever the bytes are', () => {
  const bytes = fc.array(fc.constantFrom(...'{}[]",:\\ am1é'.split(''), '"messages"', '{"messages":['), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(bytes, (parts) => {
      const splitter = createNestedSplitter(limits)
      expect([...splitter.push(Buffer.from(parts.join(''))), ...splitter.end()].length).toBeLessThan(200)
    }),
    { numRuns: 300 },
  )
  const deep = createNestedSplitter(limits)
  expect(deep.push(Buffer.from(`${'[{"a":'.repeat(100_000)}`))).toEqual([])
  expect(deep.end()).toHaveLength(1)
})
