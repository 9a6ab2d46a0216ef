import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { capital } from '../wording/capital.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { described, wrapped } from './described.js'
import { hanging } from './hanging.js'
import { table } from './table.js'
import type { View } from './view.js'

type GraphOutput = z.output<Operations['graph']['output']>
type Entity = GraphOutput['entities'][number]

/** What the graph answers: an entity with the paths from it, a list, or the statistics. */
export function renderGraph(output: GraphOutput, view: View): string {
  const { statistics, entities, paths, note, isComplete } = output
  if (statistics !== null) return renderStatistics(output, view)
  const [first] = entities
  const isAbout =
    first !== undefined && (paths.length > 0 || entities.length === 1 || output.relations.length > 0)
  const lines = isAbout ? aboutEntity(output, first, view) : entityRows(entities, view)
  if (note !== null) lines.push(...wrapped(`${capital(printableLine(note))}.`, view.columns))
  if (!isComplete)
    lines.push(view.style.dim('There is more: a type or --direction narrows it, --limit widens it.'))
  return lines.join('\n')
}

function aboutEntity({ attributes, paths, relations }: GraphOutput, first: Entity, view: View): string[] {
  const { style, columns } = view
  // A bare value would say neither that it is liked nor that it is hated.
  const said = attributes.map(({ attribute, value, text, status }) => [
    attribute ?? 'known',
    `${printableLine(attribute === null ? text : (value ?? text))}${status === 'proposed' ? ' (proposed)' : ''}`,
  ])
  const together = relations
    .filter(({ id }) => id === null)
    .map(({ to, confidence }) => `  mentioned with ${printableLine(to.name)} (${confidence})`)
  return [
    ...entityHeading(first, view),
    ...described(
      said.map(([name = '', about = '']) => [name, about] as const),
      { columns, name: style.dim },
    ),
    ...paths.flatMap(({ text }) => hanging('  ', printableLine(text), columns)),
    ...together,
  ]
}

/** Its name, and what else is known of it at a glance. */
export function entityHeading({ id, name, type, aliases, mentions, lastSeen }: Entity, view: View): string[] {
  const about = [
    type ?? 'of no known type',
    ...(aliases.length === 0 ? [] : [`also ${aliases.map(printableLine).join(', ')}`]),
    ...(mentions === 0 ? [] : [`named by ${counted(mentions, 'item')}`]),
    ...(lastSeen === null ? [] : [`last ${spokenTime(lastSeen, view)}`]),
  ]
  return [
    view.style.bold(printableLine(name)),
    ...wrapped(about.join(' · '), view.columns - 2).map((line) => view.style.dim(`  ${line}`)),
    view.style.dim(`  ${id}`),
  ]
}

function entityRows(entities: readonly Entity[], { style }: View): string[] {
  const rows = entities.map(({ id, name, type, mentions }) => [
    printableLine(name),
    style.dim(type ?? ''),
    style.dim(spokenCount(mentions)),
    style.dim(id),
  ])
  return table(rows, [2])
}

function renderStatistics({ statistics, entities }: GraphOutput, view: View): string {
  const { style } = view
  if (statistics === null || statistics.entities === 0)
    return 'The graph is empty: notes that say who does what fill it, as does recollect graph-write.'
  const counts = (rows: readonly { readonly type: string | null; readonly count: number }[]) =>
    table(
      rows.map(({ type, count }) => [
        `  ${type?.replaceAll('_', ' ') ?? 'of no known type'}`,
        spokenCount(count),
      ]),
      [1],
    )
  return [
    style.bold(
      `${spokenCount(statistics.entities)} ${statistics.entities === 1 ? 'entity' : 'entities'}, ${counted(statistics.relations, 'relation')}`,
    ),
    ...counts(statistics.entitiesByType),
    ...(statistics.relations === 0
      ? []
      : ['', style.bold('Relations'), ...counts(statistics.relationsByType)]),
    ...(entities.length === 0
      ? []
      : ['', style.bold('Named most often'), ...entityRows(entities, view).map((line) => `  ${line}`)]),
  ].join('\n')
}

/** What became of a merge, with the command that takes it back. */
export function renderMergedEntities(
  { entity, undo }: z.output<Operations['mergeEntities']['output']>,
  view: View,
): string {
  const names = undo.names.map((name) => `"${printableLine(name)}"`).join(' ')
  return [
    ...entityHeading(entity, view),
    view.style.dim('To take it back:'),
    `  recollect split-entity ${undo.id} --names ${names} --into ${undo.into}`,
  ].join('\n')
}

export function renderSplit(
  { entity, parted }: z.output<Operations['splitEntity']['output']>,
  view: View,
): string {
  return [entity, ...parted].flatMap((one) => entityHeading(one, view)).join('\n')
}

export function renderGraphWritten(
  { outcome, entity, facts }: z.output<Operations['graphWrite']['output']>,
  view: View,
): string {
  const said = outcome === 'repeated' && facts.length === 0 ? 'That is known already.' : 'Kept.'
  return [said, ...(entity === null ? [] : entityHeading(entity, view))].join('\n')
}
