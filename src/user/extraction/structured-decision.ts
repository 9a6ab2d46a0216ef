import type { Span } from '../../text/span.js'
import type { ProseLine } from './prose.js'

/** A decision written under labels: `Decision: … Reasoning: … Trade-offs accepted: …`, as headings, or in Chinese. */
export interface LabelledDecision {
  readonly title: Span
  readonly reasons: readonly Span[]
  readonly tradeOffs: readonly Span[]
  readonly alternatives: readonly Span[]
  readonly scope: readonly Span[]
  readonly end: number
}

export interface Labelled {
  readonly decisions: readonly LabelledDecision[]
  /** The lines that are part of none. */
  readonly rest: readonly ProseLine[]
}

/** Finds the decisions under labels among the lines of a text, and the lines beside them. One pass. */
export function labelledDecisions(text: string, lines: readonly ProseLine[]): Labelled {
  const decisions: LabelledDecision[] = []
  const rest: ProseLine[] = []
  let open: Open | null = null
  let section: Section | null = null
  for (const line of lines) {
    const pieces = piecesOf(text, line)
    const isHeading = line.mark === 'heading'
    if (pieces[0]?.label === undefined && isHeading) section = null
    if (pieces[0]?.label === undefined && section !== null && open !== null && isOver(open, section, line))
      section = null
    let isOurs = false
    for (const { label, span } of pieces) {
      if (label === 'title') {
        close(open, decisions)
        open = { title: null, parts: new Map(), end: 0, label: line.span[0] }
      }
      if (label !== undefined) section = open === null ? null : label
      if (open === null || section === null) continue
      isOurs = true
      if (span[1] > span[0]) add(text, open, section, span, line.mark === 'item')
    }
    if (!isOurs) rest.push(line)
  }
  close(open, decisions)
  return { decisions, rest }
}

type Section = 'title' | 'reasons' | 'tradeOffs' | 'alternatives' | 'scope' | 'other'

interface Open {
  title: Span | null
  readonly parts: Map<Section, Span[]>
  end: number
  readonly label: number
}

function close(open: Open | null, decisions: LabelledDecision[]): void {
  if (open === null || open.title === null) return
  const part = (section: Section) => open.parts.get(section) ?? []
  decisions.push({
    title: open.title,
    reasons: part('reasons'),
    tradeOffs: part('tradeOffs'),
    alternatives: part('alternatives'),
    scope: part('scope'),
    end: open.end,
  })
}

/** A paragraph that is no list, behind what the section holds, is not the section's. */
function isOver(open: Open, section: Section, { isParagraph, mark }: ProseLine): boolean {
  const isFilled = section === 'title' ? open.title !== null : (open.parts.get(section)?.length ?? 0) > 0
  return isFilled && (section === 'title' || section === 'other' || isParagraph) && mark !== 'item'
}

function add(text: string, open: Open, section: Section, span: Span, isItem: boolean): void {
  const items = isItem ? [span] : sentencesOf(text, span)
  if (section === 'title') {
    const [title] = items
    if (open.title !== null || title === undefined || title[1] - title[0] > TITLE_MAX_CHARS) return
    undecided.lastIndex = title[0]
    if (text.charAt(title[1]) === '?' || text.charAt(title[1]) === '？' || undecided.test(text)) return
    open.title = title
    open.end = title[1]
    return
  }
  const part = open.parts.get(section) ?? []
  open.parts.set(section, part)
  if (part.length >= PART_MAX) return
  part.push(...items)
  if (section !== 'other') open.end = Math.max(open.end, span[1])
}

/** What is longer is no title. */
const TITLE_MAX_CHARS = 300

/** Points of a section beyond this are left out. */
const PART_MAX = 50

const undecided = /(?:tbd|none|pending|not yet|open\b|todo|undecided|待定|未定|暂无|还没)/iy

/** The sentences of a span, without their end marks. */
function sentencesOf(text: string, [from, to]: Span): Span[] {
  const spans: Span[] = []
  let start = from
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at)
    const next = text.charCodeAt(at + 1)
    const isEnd =
      unit === 0x3002 ||
      unit === 0xff1b ||
      unit === 0x3b ||
      unit === 0xff1f ||
      ((unit === 0x2e || unit === 0x3f || unit === 0x21) && (at + 1 >= to || next <= 0x20))
    if (!isEnd) continue
    if (at > start) spans.push([start, at])
    start = at + 1
    while (start < to && text.charCodeAt(start) <= 0x20) start++
    at = start - 1
  }
  if (to > start) spans.push(trimmed(text, start, to))
  return spans
}

function trimmed(text: string, from: number, end: number): Span {
  let to = end
  while (to > from && (text.charCodeAt(to - 1) <= 0x20 || text.charCodeAt(to - 1) === 0x2a)) to--
  return [from, to]
}

interface Piece {
  readonly label?: Section
  readonly span: Span
}

/** A line cut at its labels. */
function piecesOf(text: string, { span: [from, to], mark }: ProseLine): Piece[] {
  const pieces: Piece[] = []
  let start = from
  const head = headOf(text, from, to, mark === 'heading')
  let label = head?.section
  let at = head?.end ?? from
  const push = (end: number) => {
    const span = trimmed(text, Math.min(at, end), end)
    if (label !== undefined) pieces.push({ label, span })
    else if (end > start) pieces.push({ span })
  }
  // slice-ok: a line; the pattern would search on to the end of the text
  const line = text.slice(from, to)
  inline.lastIndex = at - from
  for (let match = inline.exec(line); match !== null; match = inline.exec(line)) {
    push(from + match.index + 1)
    label = sectionOf(match[1] ?? '')
    start = from + match.index + match[0].length
    at = start
  }
  push(to)
  return pieces
}

const names: readonly (readonly [Section, string])[] = [
  ['title', 'decision|decision made|决定|决策|决议'],
  ['reasons', 'reasoning|reasons?|rationale|why|because|justification|理由|原因|为什么|依据'],
  [
    'tradeOffs',
    'trade-?offs?|trade-?offs? accepted|accepted trade-?offs?|downsides?|cons|drawbacks?|consequences|costs|取舍|权衡|代价|缺点|接受的取舍|接受的代价',
  ],
  [
    'alternatives',
    'alternatives?|alternatives? considered|alternatives? rejected|rejected|rejected alternatives?|options? considered|options? rejected|备选|备选方案|放弃的方案|放弃|否决',
  ],
  ['scope', 'applies to|scope|project|适用于|适用范围|适用|项目|范围'],
  [
    'other',
    'context|background|status|date|owner|author|deciders?|next steps?|背景|状态|日期|时间|负责人|后续',
  ],
]

const sections = names.map(([section, words]) => [section, new RegExp(`^(?:${words})$`)] as const)
const anyName = names.map(([, words]) => words).join('|')
// `**Reasoning:**`, `Engineering decision -`, `ADR-7:`; a heading needs no colon
const labelled = new RegExp(
  `(?:(?:engineering|final|team|product|technical|design|architecture|our|my|the|key) ){0,2}(${anyName}|adr[- ]?\\d{1,5})(?:\\*\\*|__)?[ \\t]{0,4}(?:[:：]|[-–—](?=[ \\t]))[ \\t]{0,4}(?:\\*\\*|__)?[ \\t]{0,4}`,
  'iy',
)
const heading = new RegExp(
  `(?:(?:engineering|final|team|the|our) ){0,2}(${anyName})(?:\\*\\*|__)?[ \\t\\r]*(?=\\n|$)`,
  'iy',
)
const inline = new RegExp(
  `[.;!。；！][ \\t]{0,4}(?:\\*\\*|__)?(${anyName})(?:\\*\\*|__)?[ \\t]?[:：](?:\\*\\*|__)?[ \\t]{0,4}`,
  'gi',
)

function headOf(
  text: string,
  from: number,
  to: number,
  isHeading: boolean,
): { readonly section: Section; readonly end: number } | undefined {
  for (const pattern of isHeading ? [labelled, heading] : [labelled]) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    if (match === null || match.index + match[0].length > to) continue
    return { section: sectionOf(match[1] ?? ''), end: from + match[0].length }
  }
  return undefined
}

function sectionOf(name: string): Section {
  const lower = name.toLowerCase()
  if (lower.startsWith('adr')) return 'title'
  return sections.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'other'
}
