import { expect } from 'vitest'
import type { Outline } from '../../src/document/outline/outline.js'
import { PART_MAX_CHARS } from '../../src/document/outline/part-cutter.js'

/** What holds of the outline of any text. Lines are counted here in another way than there. */
export function expectSound(text: string, outline: Outline): void {
  const { places } = outline
  expect(places.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
  const breaks = [...text.matchAll(/\r\n|\r|\n/g)].map((found) => found.index + found[0].length)
  const starts = text === '' ? [] : [0, ...breaks.filter((at) => at < text.length)]
  expect(outline.lines).toBe(starts.length)
  let at = 0
  let last: Outline['places'][number] | undefined
  for (const place of places) {
    const { anchor, level, heading, part, start, end, line, lines, tokens, under } = place
    expect(start).toBe(at)
    expect(end).toBeGreaterThan(start)
    expect(end - start).toBeLessThanOrEqual(PART_MAX_CHARS)
    at = end
    expect(starts[line - 1]).toBeLessThanOrEqual(start)
    expect(starts[line] ?? text.length + 1).toBeGreaterThan(start)
    expect(starts[line + lines - 2]).toBeLessThan(end)
    expect(starts[line + lines - 1] ?? text.length).toBeGreaterThanOrEqual(end)
    expect(/[\ud800-\udbff]$/.test(text.slice(0, end)) && /^[\udc00-\udfff]/.test(text.slice(end))).toBe(
      false,
    )
    expect(text.charAt(end - 1) === '\r' && text.charAt(end) === '\n').toBe(false)
    expect(tokens).toBeGreaterThanOrEqual(0)
    expect(heading).not.toMatch(/[\n\r]/)
    expect(level === 0).toBe(anchor === '')
    if (level === 0) expect([start === 0 || part > 0, heading, under]).toEqual([true, '', []])
    if (part === 0) expect(under.length).toBeLessThan(Math.max(level, 1))
    else
      expect(place).toMatchObject({ anchor: last?.anchor, level: last?.level, part: (last?.part ?? 0) + 1 })
    last = place
  }
  const anchors = places.filter(({ part }) => part === 0).map(({ anchor }) => anchor)
  expect(new Set(anchors).size).toBe(anchors.length)
}
