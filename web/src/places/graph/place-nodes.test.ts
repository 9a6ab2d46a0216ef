import { describe, expect, it } from 'vitest'
import { between, fittedTo, toPicture, toScreen, zoomedAt } from './camera.js'
import type { Point } from './ground.js'
import { pictureOf, viewOf } from './picture-for-tests.js'
import { placeNodes } from './place-nodes.js'
import { shownOf } from './shown.js'

const many = (count: number, of: string) =>
  Array.from({ length: count }, (_, index) => [of, 'uses', `${of}${index}`] as const)
const picture = pictureOf([...many(30, 'a'), ...many(40, 'a3'), ...many(12, 'a7')])

const placed = (open: readonly string[], kept: ReadonlyMap<string, Point> = new Map()) => {
  const work = placeNodes(shownOf(picture, viewOf('a', { open })), kept)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

describe('where everything goes', () => {
  it('is the same each time', () => {
    expect([...placed(['a3', 'a7'])]).toEqual([...placed(['a3', 'a7'])])
  })

  it('moves nothing when one more is opened or closed', () => {
    const before = placed(['a3'])
    const after = placed(['a3', 'a7'], before)
    for (const [id, at] of before) expect(after.get(id)).toBe(at)
    expect(after.size).toBe(before.size + 12)
    for (const [id, at] of placed(['a7'], after)) expect(after.get(id)).toBe(at)
  })

  it('puts no two on top of each other', () => {
    const all = [...placed(['a3', 'a7']).values()]
    expect(all).toHaveLength(83)
    for (const [index, one] of all.entries())
      for (const other of all.slice(index + 1))
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(55)
  })

  it('puts what is opened further out than what it was opened from', () => {
    const all = placed(['a7'])
    const far = (id: string) => Math.hypot(all.get(id)?.x ?? 0, all.get(id)?.y ?? 0)
    for (let index = 0; index < 12; index++) expect(far(`a7${index}`)).toBeGreaterThan(far('a7'))
  })

  it('keeps what a person has dragged where it was put', () => {
    const dragged = new Map([['a3', { x: 999, y: -5 }]])
    expect(placed(['a3'], dragged).get('a3')).toEqual({ x: 999, y: -5 })
  })
})

describe('the part that is seen', () => {
  const size = { width: 800, height: 600 }

  it('keeps what is under the pointer there while zooming, and goes back and forth exactly', () => {
    const camera = { x: 40, y: -30, scale: 0.8 }
    const at = { x: 700, y: 90 }
    const under = toPicture(camera, size, at)
    const nearer = zoomedAt(camera, size, at, 1.7)
    expect(toScreen(nearer, size, under).x).toBeCloseTo(at.x)
    expect(toScreen(nearer, size, under).y).toBeCloseTo(at.y)
  })

  it('holds everything, and a single thing at its size', () => {
    const places = [...placed(['a3', 'a7']).values()]
    const camera = fittedTo(places, size)
    for (const at of places) {
      const { x, y } = toScreen(camera, size, at)
      expect(x >= 0 && x <= 800 && y >= 0 && y <= 600).toBe(true)
    }
    expect(fittedTo([{ x: 5, y: 5 }], size)).toEqual({ x: 5, y: 5, scale: 1.4 })
    expect(fittedTo([], size).scale).toBe(1)
    expect(between({ x: 0, y: 0, scale: 1 }, { x: 10, y: 0, scale: 2 }, 0.5)).toEqual({
      x: 5,
      y: 0,
      scale: 1.5,
    })
  })
})
