import { createHash } from 'node:crypto'

/** How far someone has heard of each bank: its newest row in the audit log. */
export type EventPlace = ReadonlyMap<string, number>

/** As the id of an event: whose banks they are, as a mark, then the row of each in their order. */
export function eventId(banks: readonly string[], place: EventPlace): string {
  return [markOf(banks), ...banks.map((bank) => place.get(bank) ?? 0)].join('.')
}

/** Undefined for what is no id of these banks. */
export function readEventId(banks: readonly string[], id: string): EventPlace | undefined {
  const [mark, ...rows] = id.split('.')
  const isOurs =
    mark === markOf(banks) && rows.length === banks.length && rows.every((row) => /^\d{1,15}$/.test(row))
  return isOurs ? new Map(banks.map((bank, index) => [bank, Number(rows[index])])) : undefined
}

/** Another reach has other banks, and what was heard of them says nothing about these. */
function markOf(banks: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(banks)).digest('hex').slice(0, MARK_CHARS) // slice-ok: hexadecimal
}

const MARK_CHARS = 12
