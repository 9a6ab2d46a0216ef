import { expect, it } from 'vitest'
import { createParentOrder } from './parent-order.js'

/** Ids in the order in which they come out; `b<a` is b, whose parent is a. */
function ordered(...written: string[]): string {
  const order = createParentOrder<{ readonly id: string; readonly parent: string | undefined }>()
  const read = written.flatMap((text) => {
    const [id = '', parent] = text.split('<')
    return order.push({ id, parent })
  })
  return [...read, ...order.flush()].map(({ id }) => id).join(' ')
}

it('puts what was written too early behind its parent, and leaves all else as it was', () => {
  expect(ordered('a', 'b<a', 'c<b')).toBe('a b c')
  expect(ordered('a', 'c<b', 'd<c', 'x', 'b<a', 'e<d')).toBe('a x b c d e')
})

it('keeps the order where a parent is in another file, goes in a circle, or comes far behind', () => {
  expect(ordered('b<gone', 'c<b', 'd<c')).toBe('b c d')
  expect(ordered('a<b', 'b<a', 'c<c')).toBe('a b c')
  const many = Array.from({ length: 100 }, (_, n) => (n === 0 ? 'n0<late' : `n${n}<n${n - 1}`))
  expect(ordered(...many, 'late')).toBe([...many.map((_, n) => `n${n}`), 'late'].join(' '))
})
