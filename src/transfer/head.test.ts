import { describe, expect, it } from 'vitest'
import { headOf, readHead, shapeOf } from './head.js'

const line = `${JSON.stringify({ role: 'user', content: 'hello' })}\n`

describe('the beginning of a source', () => {
  it('is looked at without losing any of it, however it is cut', async () => {
    const text = line.repeat(2_500)
    const bytes = Buffer.from(text)
    for (const size of [7, 1_000, 70_000, 10_000_000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      const { head, source } = await readHead(pieces)
      expect(head.isWhole).toBe(false)
      expect(head.json).toHaveLength(200)
      const read: Uint8Array[] = []
      for await (const piece of source) read.push(piece)
      expect(Buffer.concat(read).toString()).toBe(text)
    }
  })

  it('is no more of a slow pipe than is needed', async () => {
    let given = 0
    const pipe = async function* slow() {
      for (;;) {
        given += 1
        yield line.repeat(100)
      }
    }
    const { head, source } = await readHead(pipe(), { isEnough: ({ json }) => json.length > 0 })
    expect(head.json.length).toBeGreaterThan(0)
    expect(given).toBeLessThan(4)
    for await (const _ of source) break
  })

  it('closes the source when its reader stops', async () => {
    let isClosed = false
    const pipe = async function* endless() {
      try {
        for (;;) yield line.repeat(10_000)
      } finally {
        isClosed = true
      }
    }
    const { source } = await readHead(pipe())
    for await (const _ of source) break
    expect(isClosed).toBe(true)
  })

  it('counts a line as one only when it ends, or the source does', () => {
    expect(headOf(Buffer.from('{"a":1}\n{"b":2}'), false).json).toEqual([{ a: 1 }])
    expect(headOf(Buffer.from('{"a":1}\n{"b":2}'), true).json).toEqual([{ a: 1 }, { b: 2 }])
  })
})

describe('the shape of some JSON', () => {
  it.each([
    ['[{"a":1,"b":{"c":2}},{"d":[{"e":3}]}]', 'array', ['a', 'b', 'd']],
    ['{"a":{"b":1}}\n{"c":"\\"d\\":"}', 'object', ['a', 'c']],
    [' \n[ { "a" : 1, "cut', 'array', ['a']],
    ['[["a"],{"b":1}]', 'array', ['b']],
    ['"a"', 'other', []],
    ['', 'other', []],
    ['{"__proto__":1,"constructor":2}', 'object', ['__proto__', 'constructor']],
    [`${'['.repeat(100_000)}`, 'array', []],
  ])('%s', (text, begins, keys) => {
    const shape = shapeOf(text)
    expect({ begins: shape.begins, keys: [...shape.keys] }).toEqual({ begins, keys })
  })
})
