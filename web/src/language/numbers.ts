import { language } from './language.js'

/** A count: 1,234; from a hundred thousand on to two figures: 120 k, 1.2 M (12 万 in Chinese). */
export function sayCount(count: number): string {
  const isLong = count >= 100_000
  return formatter(isLong ? 'long' : 'short').format(count)
}

/** To two figures: 0.81, 0.034, 12. For scores and shares. */
export function sayFigure(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  if (size >= 10) return String(Math.round(value))
  return value.toFixed(size >= 1 ? 1 : size >= 0.1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(size))))
}

/** Bytes as people say them: 1.2 MB. */
export function sayBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

const made = new Map<string, Intl.NumberFormat>()

function formatter(kind: 'long' | 'short'): Intl.NumberFormat {
  const key = `${language.value} ${kind}`
  let found = made.get(key)
  if (found === undefined) {
    found = new Intl.NumberFormat(
      language.value === 'en' ? 'en-GB' : 'zh-CN',
      kind === 'long' ? { notation: 'compact', maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 },
    )
    made.set(key, found)
  }
  return found
}
