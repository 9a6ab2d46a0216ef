import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { clip } from '../../text/clip.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { hanging } from './hanging.js'
import { table } from './table.js'
import type { View } from './view.js'

type HygieneOutput = z.output<Operations['hygiene']['output']>
type JunkOutput = z.output<Operations['junk']['output']>
type Finding = HygieneOutput['findings'][number]
type Junk = HygieneOutput['junk']

/** What should be looked after, kind by kind, with the command that settles each. */
export function renderHygiene({ findings, counts, junk }: HygieneOutput, view: View): string {
  const { style, columns } = view
  if (findings.length === 0) return 'Nothing to look after.'
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  const lines = kinds.flatMap((kind) => {
    const shown = findings.filter((finding) => finding.kind === kind)
    const rest = (counts[kind] ?? shown.length) - shown.length
    return [
      style.bold(`${titles[kind]}: ${spokenCount(counts[kind] ?? shown.length)}`),
      ...shown.flatMap((finding) => findingLines(finding, view)),
      ...(rest > 0 ? [style.dim(`  and ${spokenCount(rest)} more: --limit 200`)] : []),
    ]
  })
  const notes =
    junk.memories === 0
      ? []
      : ['', ...hanging('', `Of ${counted(junk.memories, 'note')}, ${percent(junk.rate)} junk.`, columns)]
  return [...lines, ...notes].join('\n')
}

const titles: Readonly<Record<Finding['kind'], string>> = {
  duplicate_identity: 'May be one',
  conflicting_preference: 'Contradict each other',
  stale_preference: 'Out of date',
  orphan_project: 'Abandoned projects',
  missing_embeddings: 'Without vectors',
  near_duplicate: 'The same again',
  junk: 'Junk',
}

function findingLines({ id, what, proposal, items, entities }: Finding, { style, columns }: View): string[] {
  const [subject] = [...entities, ...items]
  const about = proposal.call === null && subject !== undefined ? ` (${subject})` : ''
  const todo =
    proposal.call === null ? [] : [`      ${deeds[proposal.action]}: recollect hygiene --apply ${id}`]
  return [...hanging('  - ', `${printableLine(what)}${about}`, columns), ...todo.map(style.dim)]
}

const deeds: Readonly<Record<Finding['proposal']['action'], string>> = {
  merge_entities: 'merge them',
  retract: 'take the older one back',
  forget: 'forget it, for good',
  embed: 'make them',
  none: 'look at it',
}

/** What was proposed, as a person would type it. */
export function commandLine({
  operation,
  input,
}: {
  readonly operation: string
  readonly input: Readonly<Record<string, string | readonly string[]>>
}): string {
  const name = otherNames.get(operation) ?? operation.replace(/^memory\./, '').replaceAll('_', '-')
  const { id, ...rest } = input
  const flags = Object.entries(rest).flatMap(([field, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => ` --${field} ${inShell(one)}`),
  )
  return `recollect ${name}${id === undefined ? '' : ` ${inShell(String(id))}`}${flags.join('')}`
}

/** Where a command is not called after its operation. */
const otherNames: ReadonlyMap<string, string> = new Map([['memory.restore', 'restore-fact']])

function inShell(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${printableLine(text).replaceAll("'", `'\\''`)}'`
}

/** How much of a file is junk, and what the junk is. */
export function renderJunk(output: JunkOutput, view: View): string {
  const { style, columns } = view
  const { form, memories, relations, unread, problems } = output
  const graph = relations === 0 ? '' : `, and ${counted(relations, 'relation')}`
  const head = `${counted(memories, 'memory').replace(/memorys$/, 'memories')}${forms[form]}${graph}`
  const bad = problems.filter((_, index) => index < PROBLEMS_SHOWN)
  return [
    ...hanging('', memories === 0 ? `${head}.` : `${head}: ${percent(output.rate)} junk.`, columns).map(
      style.bold,
    ),
    ...junkLines(output, view),
    ...(unread === 0
      ? []
      : hanging(
          '  ',
          `${counted(unread, 'entry').replace(/entrys$/, 'entries')} could not be read`,
          columns,
        )),
    ...bad.flatMap(({ line, entry, reason }) =>
      hanging('    ', `${placeOf(line, entry)}${printableLine(reason)}`, columns).map(style.dim),
    ),
  ].join('\n')
}

const forms: Readonly<Record<JunkOutput['form'], string>> = {
  mem0: ' in an export of mem0',
  'server-memory': ' of the MCP memory server',
  memories: '',
  note: ' in a note',
}

function junkLines({ memories, junk, reasons }: Junk, { style, columns }: View): string[] {
  const rows: string[][] = reasons.map(({ count }) => [
    `  ${spokenCount(count)}`,
    percent(memories === 0 ? 0 : count / memories),
  ])
  if (memories > 0) rows.push([`  ${spokenCount(memories - junk)}`, percent(1 - junk / memories)])
  const leads = table(rows, [0, 1])
  const lines = reasons.flatMap(({ meaning, examples }, index) => {
    const [example] = examples
    const shown = example === undefined ? '' : clip(printableLine(example.text).trim(), EXAMPLE_CHARS)
    return [
      ...hanging(`${leads[index]}  `, meaning, columns),
      ...(shown === ''
        ? []
        : hanging(EXAMPLE_INDENT, `like ${printableLine(example?.id ?? '')}: “${shown}”`, columns).map(
            style.dim,
          )),
    ]
  })
  return memories === 0
    ? lines
    : [...lines, ...hanging(`${leads.at(-1)}  `, style.good('may be worth keeping'), columns)]
}

const EXAMPLE_INDENT = '      '
const EXAMPLE_CHARS = 100
const PROBLEMS_SHOWN = 5

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}

function placeOf(line: number | null, entry: number | null): string {
  if (line !== null) return `line ${line}: `
  return entry === null ? '' : `entry ${entry}: `
}
