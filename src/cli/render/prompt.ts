import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { table } from './table.js'
import type { View } from './view.js'

type PromptOutput = z.output<Operations['promptAssemble']['output']>
type ReplayOutput = z.output<Operations['promptReplay']['output']>
type Row = PromptOutput['table'][number]

/** The prompt as a model gets it: one text, or the messages as JSON. */
export function renderPrompt({ text, system, messages, tools }: Omit<PromptOutput, 'assemblyId'>): string {
  return text === undefined ? JSON.stringify({ system, messages, tools }, null, 2) : printable(text)
}

/** What is in, what is out and why, and what each block takes. */
export function renderPromptTable(
  { tokens, table: rows }: Pick<PromptOutput, 'tokens' | 'table'>,
  view: View,
): string {
  const { style } = view
  const byBlock = [
    ...new Set([...tokens.blocks.map(({ block }) => block), ...rows.map(({ block }) => block)]),
  ]
  const sums = byBlock.map((block) => {
    const own = rows.filter((row) => row.block === block)
    const placed = own.filter(({ reason }) => reason === 'placed').length
    const taken = tokens.blocks.find((one) => one.block === block)?.tokens ?? 0
    return [block, `${taken}`, `${placed}`, `${own.length - placed}`]
  })
  const head = ['BLOCK', 'TOKENS', 'IN', 'OUT'].map(style.dim)
  const total = `${tokens.total} of ${counted(tokens.budget, 'token')}`
  return [
    ...table([head, ...sums, ['total', total.split(' ')[0] as string, '', '']], [1, 2, 3]),
    '',
    ...table(
      rows.slice(0, ROWS_SHOWN).map((row) => lineOf(row, view)),
      [2],
    ),
    ...(rows.length > ROWS_SHOWN ? [style.dim(`… ${rows.length - ROWS_SHOWN} more: --json shows all`)] : []),
    '',
    `${style.bold(total)}`,
  ].join('\n')
}

const ROWS_SHOWN = 200

function lineOf({ block, id, reason, tokens, by, about }: Row, { style, columns }: View): string[] {
  const isIn = reason === 'placed'
  const why = isIn ? '' : reason.replaceAll('_', ' ')
  const by_ = by === null ? '' : ` (for ${by})`
  const room = Math.max(20, columns - 60)
  const begin = printableLine(about ?? id)
  return [
    isIn ? style.good('in') : style.bad('out'),
    block,
    `${tokens}`,
    style.dim(`${why}${by_}`),
    begin.length > room ? `${[...begin].slice(0, room).join('')}…` : begin, // slice-ok: whole characters
  ]
}

/** What differs between a prompt of then and the same one now. */
export function renderReplay(output: ReplayOutput, { style }: View): string {
  const { at, tokensThen, tokens, gone, changed } = output
  const fresh = output.new
  const place = ({ block, id }: { readonly block: string; readonly id: string }) => [block, id]
  const rows = [
    ...gone.map((one) => [style.bad('gone'), ...place(one), '']),
    ...fresh.map((one) => [style.good('new'), ...place(one), '']),
    ...changed.map((one) => [
      style.accent('changed'),
      ...place(one),
      `${one.was.replaceAll('_', ' ')} → ${one.now?.replaceAll('_', ' ') ?? 'no candidate'}`,
    ]),
  ]
  const same = rows.length === 0 ? ['The same items stand in it.'] : table(rows)
  return [`Assembled ${printableLine(at)}: ${tokensThen} tokens then, ${tokens.total} now.`, ...same].join(
    '\n',
  )
}
