import { createHash } from 'node:crypto'
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
  const pairs = [...now.values()].flatMap((section): Pair[] => {
    const was = old.get(section.anchor)
    return was === undefined ? [] : [{ section, was }]
  })
  const changed = yield* changedOf(bank, { before, after }, pairs)
  const found: Found[] = []
  for (const section of now.values()) {
    const was = old.get(section.anchor)
    if (was === undefined) found.push({ change: 'added', section })
    else if (changed.has(section.anchor)) found.push({ change: 'changed', section, was })
    else if (!stays.has(was.index)) found.push({ change: 'moved', section })
  }
  for (const section of old.values()) if (!now.has(section.anchor)) found.push({ change: 'removed', section })
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 }
  for (const { change } of found) counts[change] += 1
  const told: ChangedSection[] = []
  let toRead = READ_MAX_CHARS
  let left = TOLD_MAX_CHARS
  let isComplete = found.length <= limit
  for (const { change, section, was } of found.slice(0, limit)) {
    const { anchor, heading, line } = section
    left -= anchor.length + heading.length
    if (left < 0) return { counts, sections: told, isComplete: false }
    const from = change === 'removed' ? section : was
    const to = change === 'removed' ? undefined : section
    toRead -= change === 'moved' ? 0 : (from?.chars ?? 0) + (to?.chars ?? 0)
    if (change === 'moved' || toRead < 0) {
      if (change !== 'moved') isComplete = false
      told.push({ change, anchor, heading, line, text: null })
      continue
    }
    const oldText = from === undefined ? '' : yield* textOf(bank, before, from)
    const newText = to === undefined ? '' : yield* textOf(bank, after, to)
    const { hunks, isCompared } = lineChanges(oldText, newText)
    const shown = hunks.filter(({ lines }) => {
      const chars = lines.reduce((sum, one) => sum + one.length, 0)
      const isShown = chars <= left
      if (isShown) left -= chars
      else isComplete = false
      return isShown
    })
    told.push({ change, anchor, heading, line, text: { hunks: shown, isCompared } })
  }
  return { counts, sections: told, isComplete }
}

/** What one answer compares line by line; behind that, sections are named only. */
const READ_MAX_CHARS = 2_000_000
/** What one answer says: names and lines. */
const TOLD_MAX_CHARS = 200_000

interface Pair {
  readonly section: OutlineSection
  readonly was: OutlineSection
}

/** Anchors of what says something else. Other items may say the same: a title or a heading above may be another. */
function* changedOf(
  bank: string,
  { before, after }: { readonly before: number; readonly after: number },
  pairs: readonly Pair[],
): Tx<ReadonlySet<string>> {
  const others = pairs.filter(({ was, section }) => was.items !== section.items)
  const [same, longer] = [others.filter(hasItsLength), others.filter((pair) => !hasItsLength(pair))]
  const old = yield* digestsOf(
    bank,
    before,
    same.map(({ was }) => was),
  )
  const now = yield* digestsOf(
    bank,
    after,
    same.map(({ section }) => section),
  )
  const changed = same.filter(({ section: { anchor } }) => old.get(anchor) !== now.get(anchor))
  return new Set([...longer, ...changed].map(({ section }) => section.anchor))
}

function hasItsLength({ section, was }: Pair): boolean {
  return section.chars === was.chars
}

/** Of the texts of sections, by their anchors: page by page, and no page in which none of them is. */
function* digestsOf(
  bank: string,
  versionRid: number,
  sections: readonly OutlineSection[],
): Tx<ReadonlyMap<string, string>> {
  const owners = new Map<number, string>()
  for (const { seq, parts, anchor } of sections)
    for (let part = 0; part < parts; part++) owners.set(seq + part, anchor)
  const hashes = new Map(sections.map(({ anchor }) => [anchor, createHash('sha256')]))
  let read = -1
  for (const wanted of [...owners.keys()].sort((a, b) => a - b)) {
    if (wanted <= read) continue
    for (const { seq, text } of yield* sectionTexts(bank, versionRid, wanted)) {
      hashes.get(owners.get(seq) ?? NO_ANCHOR)?.update(text)
      read = seq
    }
  }
  return new Map([...hashes].map(([anchor, hash]) => [anchor, hash.digest('hex')]))
}

/** No section has it. */
const NO_ANCHOR = '\n'

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
  readonly chars: number
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
    chars: number
  }>(sql`
    select seq, item_rid as rid, part, anchor, heading, line, chars from document_section
    where bank = ${bank} and version_rid = ${versionRid} order by seq`)
  const sections = new Map<string, OutlineSection>()
  for (const { seq, rid, part, anchor, heading, line, chars } of rows) {
    const first = sections.get(anchor)
    const section = first ?? { anchor, heading, line, index: sections.size, seq, ...NOTHING }
    if (first !== undefined && part === 0) continue
    sections.set(anchor, {
      ...section,
      parts: section.parts + 1,
      chars: section.chars + chars,
      items: `${section.items} ${rid}`,
    })
  }
  return sections
}

const NOTHING = { parts: 0, chars: 0, items: '' }

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
