import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes, spokenCount } from '../wording/spoken-number.js'
import { spokenDay, spokenTime } from '../wording/spoken-time.js'
import { brief } from './item.js'
import { table } from './table.js'
import type { View } from './view.js'

type Output<N extends keyof Operations> = z.output<Operations[N]['output']>

/** Steps of time with a bar each, so that it can be seen at a glance. */
export function renderGrowth(
  { buckets, total, before, by }: Output<'growth'>,
  { style, columns }: View,
): string {
  const earlier = before.reduce((sum, n) => sum + n, 0)
  const most = Math.max(1, ...buckets.map((bucket) => bucket.total))
  const room = Math.max(10, Math.min(columns, 100) - 24)
  const rows = buckets.map((bucket) => [
    bucket.from,
    spokenCount(bucket.total),
    style.accent('▇'.repeat(Math.round((bucket.total / most) * room))),
  ])
  const head = earlier === 0 ? [] : [style.dim(`before: ${counted(earlier, 'item')}`)]
  return [...head, ...table(rows, [1]), style.dim(`${counted(total, 'item')}, by ${by}`)].join('\n')
}

/** What held, what was true first leads. */
export function renderHistory({ key, values, active }: Output<'history'>, view: View): string {
  const { style, zone } = view
  const lines = values.flatMap(({ item, from, until, change }) => {
    const status = item.id === active ? style.good('holds') : (item.fact?.status ?? '')
    const span =
      until === null
        ? `since ${spokenDay(from, zone)}`
        : `${spokenDay(from, zone)} – ${spokenDay(until, zone)}`
    const how = change === null ? [] : [change.resolution.replaceAll('_', ' ')]
    return [[span, status, ...how].join(' · '), ...brief(item, view), '']
  })
  return [...(key === null ? [] : [style.bold(printableLine(key)), '']), ...lines].join('\n').trimEnd()
}

/** Searches that found it, and prompts for which it was thought of. */
export function renderUses(uses: Output<'uses'>, view: View): string {
  const { style } = view
  const core = uses.isInCore
    ? 'in every prompt: it is in core memory'
    : uses.coreReason === null
      ? ''
      : `not in core memory: ${uses.coreReason}`
  const recalls = uses.recalls.map(({ at, question, rank, isAlike, used }) => [
    style.dim(spokenTime(at, view)),
    `rank ${rank}${isAlike ? ', as another' : ''}`,
    used ? style.good('used') : '',
    printableLine(question),
  ])
  const prompts = uses.prompts.map(({ at, session, block, reason }) => [
    style.dim(spokenTime(at, view)),
    reason === 'placed' ? style.good('in') : 'out',
    block,
    reason === 'placed' ? '' : reason.replaceAll('_', ' '),
    printableLine(session),
  ])
  return [
    `Used ${uses.useCount === 1 ? 'once' : `${spokenCount(uses.useCount)} times`}${core === '' ? '' : `; ${core}`}`,
    ...(recalls.length === 0 ? [] : ['', style.bold('Searches'), ...table(recalls)]),
    ...(prompts.length === 0 ? [] : ['', style.bold('Prompts'), ...table(prompts)]),
  ].join('\n')
}

/** How much waits, and what shows it. */
export function renderWaiting({ total, counts, workspaces }: Output<'waiting'>): string {
  const lines = Object.entries(counts).flatMap(([kind, n]) =>
    n === 0 ? [] : [`${spokenCount(n)}  ${kind.replaceAll('_', ' ')}`],
  )
  const elsewhere = workspaces.map(
    ({ workspace, waiting }) => `${spokenCount(waiting)}  in ${printableLine(workspace)}`,
  )
  if (total === 0 && elsewhere.length === 0) return 'Nothing waits for you.'
  return [...lines, ...elsewhere].join('\n')
}

/** The queue: what each entry is about, and how it is decided. */
export function renderReview({ entries, total }: Output<'review'>, view: View): string {
  const { style } = view
  if (total === 0) return 'Nothing waits for you.'
  return entries
    .map((entry) => {
      const head = `${style.bold(entry.kind.replaceAll('_', ' '))}${entry.at === null ? '' : style.dim(`  ${spokenTime(entry.at, view)}`)}`
      const ways = [
        ...(entry.accept === null ? [] : [`accept: ${sayCall(entry.accept.call)}`]),
        ...(entry.reject === null ? [] : [`reject: ${sayCall(entry.reject.call)}`]),
      ]
      return [head, ...about(entry, view), ...ways.map((line) => style.dim(`  ${line}`))].join('\n')
    })
    .join('\n\n')
}

function sayCall({ operation, input }: { readonly operation: string; readonly input: object }): string {
  return printableLine(`${operation} ${JSON.stringify(input)}`)
}

type Entry = Output<'review'>['entries'][number]

function about(entry: Entry, view: View): string[] {
  switch (entry.kind) {
    case 'conflict':
      return [...brief(entry.new, view), ...(entry.old === null ? [] : brief(entry.old, view))]
    case 'proposed_fact':
      return [...brief(entry.fact, view), ...(entry.against === null ? [] : brief(entry.against, view))]
    case 'document':
      return [`  ${printableLine(entry.title)}, ${counted(entry.sections, 'section')}`]
    case 'workspace_conflict':
      return [entry.conflict.first.text, entry.conflict.second.text].map((text) => `  ${printableLine(text)}`)
    case 'workspace_proposal':
      return [`  ${printableLine(entry.proposal.text ?? '')}`]
    case 'hygiene':
      return [`  ${printableLine(entry.finding.what)}`]
    case 'reflection':
      return brief(entry.item, view)
  }
}

/** Versions, sizes, models, and what is wrong at first sight. */
export function renderStatus(status: Output<'systemStatus'>, { style }: View): string {
  const { store, embedding, cost, records, remotes, problems } = status
  const models = cost.models
    .filter(({ model }) => model !== null)
    .map(({ role, model }) => `${role}: ${model}`)
  const rows = [
    ['Recollect', `${status.version}, Node ${status.node}`],
    ['store', `${store.version}, schema ${store.schema}, ${spokenBytes(store.bytes)}`],
    ...(store.location === null ? [] : [['', printableLine(store.location)]]),
    ['holds', `${counted(store.items, 'item')}, ${spokenCount(store.forgotten)} forgotten`],
    ['embedder', embedding.model === null ? embedding.state : `${embedding.model}, ${embedding.state}`],
    ['models', models.length === 0 ? 'none' : printableLine(models.join(', '))],
    ['tokens today', `${spokenCount(cost.usedToday)} of ${spokenCount(cost.ceiling)}`],
    ['records', records.folder === null ? records.place : printableLine(records.folder)],
    ...(remotes.length === 0
      ? []
      : [['elsewhere', printableLine(remotes.map(({ name }) => name).join(', '))]]),
  ]
  const wrong = problems.map(({ check, detail, hint }) =>
    style.bad(`${check}: ${printableLine(detail)} (${hint})`),
  )
  return [...table(rows), ...(wrong.length === 0 ? [] : ['', ...wrong])].join('\n')
}

/** Of each chain how far it was looked at, and where it breaks. */
export function renderVerified({ chains, next }: Output<'verifyAudit'>, { style }: View): string {
  const lines = chains.map(({ bank, rows, problem }) =>
    problem === null
      ? `${style.good('whole')}  ${printableLine(bank)}  ${counted(rows, 'row')}`
      : `${style.bad('broken')}  ${printableLine(bank)}  ${problem}`,
  )
  return [...lines, ...(next === null ? [] : [style.dim(`More: the same with --after ${next}`)])].join('\n')
}
