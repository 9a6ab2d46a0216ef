import { MemoryError } from '../../errors.js'
import { isObject } from './store-entry.js'

/**
 * Whether a value has what a filter asks for: a field is the same, or stands to something as the operators say. Nothing
 * but these operators is known, and no field's name becomes anything but a field's name. Throws `invalid_input`.
 */
export function matchesFilter(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const found = Object.hasOwn(value, field) ? value[field] : undefined
    if (!isObject(wanted)) return found === wanted
    const names = Object.keys(wanted)
    const unknown = names.find((name) => name.startsWith('$') && !operators.has(name))
    if (unknown !== undefined) {
      throw new MemoryError(
        'invalid_input',
        'a filter has an operator that there is not',
        `give some of ${[...operators.keys()].join(', ')}`,
      )
    }
    // A field that is an object is like no other object.
    return names.every((name) => operators.get(name)?.(found, wanted[name]) ?? false)
  })
}

type Compare = (found: unknown, wanted: unknown) => boolean

const operators: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ['$eq', (found, wanted) => found === wanted],
  ['$ne', (found, wanted) => found !== wanted],
  ['$gt', (found, wanted) => Number(found) > Number(wanted)],
  ['$gte', (found, wanted) => Number(found) >= Number(wanted)],
  ['$lt', (found, wanted) => Number(found) < Number(wanted)],
  ['$lte', (found, wanted) => Number(found) <= Number(wanted)],
  ['$in', (found, wanted) => Array.isArray(wanted) && wanted.includes(found)],
  ['$nin', (found, wanted) => !(Array.isArray(wanted) && wanted.includes(found))],
])
