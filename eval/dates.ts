/** The sets' own ways of writing times, all taken as UTC; null for none. */
export function isoOf(date: string | null): string | null {
  if (date === null) return null
  const locomo = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(date)
  if (locomo !== null) {
    const [, hour, minute, half, day, month, year] = locomo
    return iso(year, monthOf(month), day, (Number(hour) % 12) + (half === 'pm' ? 12 : 0), minute)
  }
  const longmemeval = /^(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d):(\d\d)$/.exec(date)
  if (longmemeval !== null) {
    const [, year, month, day, hour, minute] = longmemeval
    return iso(year, Number(month) - 1, day, hour, minute)
  }
  const beam = /^(\w+)-(\d+)-(\d{4})$/.exec(date)
  if (beam !== null) return iso(beam[3], monthOf(beam[1]), beam[2], 0, 0)
  if (/^\d{4}-\d\d-\d\dT[\d:]+$/.test(date)) return new Date(`${date}Z`).toISOString()
  throw new Error(`a date that no set is known to use: ${date}`)
}

type Digits = string | number | undefined

function iso(year: Digits, monthIndex: number, day: Digits, hour: Digits, minute: Digits): string {
  return new Date(Date.UTC(Number(year), monthIndex, Number(day), Number(hour), Number(minute))).toISOString()
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').substring(0, 3).toLowerCase())
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
