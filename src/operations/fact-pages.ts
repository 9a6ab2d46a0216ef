import { z } from 'zod'
import type { ItemId } from '../items/item.js'
import type { FactMark, FactPlace } from '../user/facts/list-facts.js'
import { type Pages, pagesOf } from './page.js'

/** Pages of memory.facts: of each bank that is read the mark behind which it goes on. */
export const factPages: Pick<Pages<FactPlace>, 'read' | 'next'> = {
  read: (after) => {
    const [first, second] = marks.read(after) ?? []
    return first === undefined ? undefined : [readMark(first), readMark(second ?? '')]
  },
  next: (place) => marks.next(place?.map(writeMark)),
}

/** Marks as words: what a place holds are numbers, texts and nothing in them. */
const marks = pagesOf(
  'memory.facts',
  z
    .array(z.string().regex(/^(?:[01] [01] \d{1,3} -?\d{1,15} [0-9a-f-]{36})?$/))
    .min(1)
    .max(2),
)

function writeMark(mark: FactMark | null): string {
  if (mark === null) return ''
  return [Number(mark.isHeld), mark.pinned, mark.importance, mark.validFrom, mark.id].join(' ')
}

function readMark(text: string): FactMark | null {
  if (text === '') return null
  const [isHeld, pinned, importance, validFrom, id] = text.split(' ')
  return {
    isHeld: isHeld === '1',
    pinned: Number(pinned),
    importance: Number(importance),
    validFrom: Number(validFrom),
    id: id as ItemId,
  }
}
