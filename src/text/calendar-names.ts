/** The month (1–12) an English name or abbreviation stands for, folded; undefined for any other word. */
export function monthNamed(word: string): number | undefined {
  return MONTHS.get(word)
}

/** The weekday (1 Monday – 7) an English name or abbreviation stands for. */
export function weekdayNamed(word: string): number | undefined {
  return WEEKDAYS.get(word)
}

/** Months whose name is an English word of its own or so short that it needs a date around it. */
export function isAmbiguousMonth(word: string): boolean {
  return word === 'may' || word === 'march' || word.length < 4
}

/** Small numbers in words: one … twelve, a, an, `couple` and `few` (2 and 3). */
export function numberNamed(word: string): number | undefined {
  return /^\d{1,4}$/.test(word) ? Number(word) : NUMBERS.get(word)
}

/** A Chinese numeral up to 99 or in digits (三, 十二, 二十三, 15, 二〇二三, 两, 半 is not one). */
export function chineseNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  if (text.includes('十')) {
    const [tens, units] = text.split('十') as [string, string]
    const ten = tens === '' ? 1 : HAN_DIGITS.indexOf(tens)
    const unit = units === '' ? 0 : HAN_DIGITS.indexOf(units)
    return ten < 0 || unit < 0 ? undefined : ten * 10 + unit
  }
  if (text === '两' || text === '几') return text === '两' ? 2 : 3
  let number = 0
  for (const char of text.replaceAll('零', '〇')) {
    const digit = HAN_DIGITS.indexOf(char)
    if (digit < 0) return undefined
    number = number * 10 + digit
  }
  return text === '' ? undefined : number
}

const HAN_DIGITS = '〇一二三四五六七八九'

const MONTHS: ReadonlyMap<string, number> = named([
  'january jan',
  'february feb',
  'march mar',
  'april apr',
  'may',
  'june jun',
  'july jul',
  'august aug',
  'september sep sept',
  'october oct',
  'november nov',
  'december dec',
])

const WEEKDAYS: ReadonlyMap<string, number> = named([
  'monday mon',
  'tuesday tue tues',
  'wednesday wed',
  'thursday thu thur thurs',
  'friday fri',
  'saturday sat',
  'sunday sun',
])

const NUMBERS: ReadonlyMap<string, number> = named([
  'one a an',
  'two couple',
  'three few',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
])

function named(rows: readonly string[]): Map<string, number> {
  const names = new Map<string, number>()
  for (const [index, row] of rows.entries()) for (const name of row.split(' ')) names.set(name, index + 1)
  return names
}
