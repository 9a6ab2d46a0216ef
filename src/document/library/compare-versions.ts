import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { type LineChanges, lineChanges } from './line-changes.js'
import { sectionTexts } from './version-text.js'

export const sectionChanges = ['added', 'removed', 'changed', 'moved'] as const

export type SectionChange = (typeof sectionChanges)[number]

/** A section that is not the same in two versions. */
export interface ChangedSection {
  readonly change: SectionChange
  readonly anchor: string
  readonly heading: string
  /** First line, in the new version; in the old one where it was removed. */
  readonly line: number
  /** Null for what was moved only, and where the list of texts has ended. */
  readonly text: LineChanges | null
}

export interface VersionComparison {
  readonly counts: Readonly<Record<SectionChange, number>>
  /** In the order of the new version, what was removed last. */
  readonly sections: readonly ChangedSection[]
  /** False where there are more of them, or more of their texts. */
  readonly isComplete: boolean
}

/** Which sections differ between two versions of a document, and in which lines. Sections are known by their anchors. */
export function* compareVersions(
  bank: string,
  before: number,
  after: number,
  limit: number,
): Tx<VersionComparison> {
  const old = yield* outlineOf(bank, before)
  const now = yield* outlineOf(bank, after)
  const stays = longestInOrder([...now.keys()].flatMap((anchor) => old.get(anchor)?.index ?? []))
  const found: Found[] = []
  for (const section of now.values()) {
    const was = old.get(section.anchor)
    if (was === undefined) found.push({ change: 'added', section })
    else if (yield* differ(bank, { before, was }, { after, section }))
      found.push({ change: 'changed', section, was })
    else if (!stays.has(was.index)) found.push({ change: 'moved', section })
  }
  for (const section of old.values()) if (!now.has(section.anchor)) found.push({ change: 'removed', section })
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 }
  for (const { change } of found) counts[change] += 1
  const told: ChangedSection[] = []
  let left = TEXT_MAX_CHARS
  for (const { change, section, was } of found.slice(0, limit)) {
    const { anchor, heading, line } = section
    const from = change === 'removed' ? section : was
    const isTold = change !== 'moved' && left > 0
    const oldText = isTold && from !== undefined ? yield* textOf(bank, before, from) : ''
    const newText = isTold && change !== 'removed' ? yield* textOf(bank, after, section) : ''
    left -= oldText.length + newText.length
    told.push({ change, anchor, heading, line, text: isTold ? lineChanges(oldText, newText) : null })
  }
  const isComplete =
    found.length <= limit && told.every(({ change, text }) => change === 'moved' || text !== null)
  return { counts, sections: told, isComplete }
}

/** Other items may say the same: a title or a heading above may be another. */
function* differ(
  bank: string,
  { before, was }: { readonly before: number; readonly was: OutlineSection },
  { after, section }: { readonly after: number; readonly section: OutlineSection },
): Tx<boolean> {
  if (was.items === section.items) return false
  return (yield* textOf(bank, before, was)) !== (yield* textOf(bank, after, section))
}

/** What is compared line by line in one answer; behind that, sections are named only. */
const TEXT_MAX_CHARS = 200_000

interface Found {
  readonly change: SectionChange
  readonly section: OutlineSection
  readonly was?: OutlineSection
}

interface OutlineSection {
  readonly anchor: string
  readonly heading: string
  readonly line: number
  /** Where it is among the sections of its version. */
  readonly index: number
  readonly seq: number
  readonly parts: number
  /** Its items: the same where it says the same under the same headings. */
  readonly items: string
}

/** Sections with their parts, by anchor. */
function* outlineOf(bank: string, versionRid: number): Tx<Map<string, OutlineSection>> {
  const rows = yield* all<{
    seq: number
    rid: number
    part: number
    anchor: string
    heading: string
    line: number
  }>(sql`
    select seq, item_rid as rid, part, anchor, heading, line from document_section
    where bank = ${bank} and version_rid = ${versionRid} order by seq`)
  const sections = new Map<string, OutlineSection>()
  for (const { seq, rid, part, anchor, heading, line } of rows) {
    const first = sections.get(anchor)
    const section = first ?? { anchor, heading, line, index: sections.size, seq, parts: 0, items: '' }
    if (first !== undefined && part === 0) continue
    sections.set(anchor, { ...section, parts: section.parts + 1, items: `${section.items} ${rid}` })
  }
  return sections
}

function* textOf(bank: string, versionRid: number, { seq, parts }: OutlineSection): Tx<string> {
  const pieces: string[] = []
  while (pieces.length < parts) {
    const page = yield* sectionTexts(bank, versionRid, seq + pieces.length, parts - pieces.length)
    for (const { text } of page) pieces.push(text)
    if (page.length === 0) break
  }
  return pieces.join('')
}

/** The longest run of numbers that grow, wherever they stand: what of an order is left. */
function longestInOrder(numbers: readonly number[]): ReadonlySet<number> {
  const tails: number[] = []
  const before: number[] = []
  for (const [at, number] of numbers.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : (tails[low - 1] ?? -1))
    tails[low] = at
  }
  const run = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) run.add(numbers[at] ?? 0)
  return run
}
