import { clip } from '../../text/clip.js'
import { isDeviceName, RECORD_FILE_END, stemOf } from './file-name.js'

/**
 * The name of a record's file, without its extension: letters and digits of any script in lower case and NFC, `-`
 * between words. Every file system takes it, with a number and the extension behind; `record` where nothing is left.
 *
 * @example slugOf('Plan: phase 2') // 'plan-phase-2'
 * @example slugOf('每周报告 ☕') // '每周报告'
 */
export function slugOf(name: string): string {
  // Lower case may part a letter from its dot (İ), and the composed form has one of its own.
  const letters = name.normalize('NFC').toLowerCase().normalize('NFC').replace(IN_WORDS, '')
  const words = letters.replace(NO_LETTERS, '-').replace(STRAY_MARKS, '$1').replace(DASHES, '-')
  const slug = withinBytes(words.replace(EDGES, ''), SLUG_MAX_BYTES).replace(EDGES, '')
  if (slug === '') return NOTHING_LEFT
  return isDeviceName(slug) ? `${slug}-${NOTHING_LEFT}` : slug
}

/** The name of a record's file: {@link slugOf} its name, with the extension. */
export function fileOfName(name: string): string {
  return `${slugOf(name)}${RECORD_FILE_END}`
}

/**
 * The file's name with a number from the second on, for where two names make the same slug.
 *
 * @example numberedFile('weekly-report.md', 2) // 'weekly-report-2.md'
 */
export function numberedFile(file: string, number: number): string {
  if (number === 1) return file
  return `${withinBytes(stemOf(file), SLUG_MAX_BYTES)}-${number}${RECORD_FILE_END}`
}

/**
 * A form that two file names share where some file system takes them for one: whatever their case, their composition
 * (NFC, NFD) and their invisible characters. It tells more names for one than any single file system does.
 */
export function fileKeyForm(file: string): string {
  if (PLAIN.test(file)) return file.toLowerCase()
  let form = file
  // Upper case may decompose, and composing may bring back a letter with another case.
  for (let turn = 0; turn < SETTLED_AFTER; turn++) {
    const next = foldOnce(form)
    if (next === form) break
    form = next
  }
  return form
}

function foldOnce(form: string): string {
  const composed = form.normalize('NFKC').replace(INVISIBLE, '')
  // Up first: only so do ß and SS, ſ and s meet. A sigma at a word's end is the same letter.
  return composed.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
}

/** As many whole characters, with the marks on them, as fit. */
function withinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let bytes = 0
  let units = 0
  for (const [cluster] of text.matchAll(CLUSTER)) {
    bytes += Buffer.byteLength(cluster)
    if (bytes > maxBytes) break
    units += cluster.length
  }
  return clip(text, units)
}

const NOTHING_LEFT = 'record'
const SETTLED_AFTER = 4

/** Of 255 that file systems take: HFS+ decomposes names, and copies get suffixes. The rest is for `-999999.md`. */
const SLUG_MAX_BYTES = 190

// Format characters and variation selectors; inside a word there may also be an apostrophe.
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu
const IN_WORDS = /[\p{Cf}\p{Variation_Selector}'\u2019\u02bc]/gu
const NO_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu
// A mark that no letter or digit carries, and more marks on one than any language has.
const STRAY_MARKS = /(^|-|\p{M}{8})\p{M}+/gu
const DASHES = /-{2,}/g
const EDGES = /^-+|-+$/g
const CLUSTER = /[\s\S]\p{M}*/gu

// Ten thousand files are asked at each call, and almost all have such a name.
const PLAIN = /^[\w.-]+$/
