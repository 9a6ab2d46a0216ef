import type { z } from 'zod'
import { SPEAKER_NAME } from '../../graph/speaker.js'
import type { Operations } from '../../operations/table.js'
import { excerpt } from '../wording/excerpt.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenDay } from '../wording/spoken-time.js'
import { block } from './block.js'
import { renderHits } from './hits.js'
import { brief } from './item.js'
import type { ShownItem } from './place.js'
import type { View } from './view.js'

type FactsOutput = z.output<Operations['facts']['output']>
type ConflictsOutput = z.output<Operations['conflicts']['output']>
type CoreOutput = z.output<Operations['core']['output']>
type InstructionsOutput = z.output<Operations['instructions']['output']>
type ShownFact = NonNullable<ShownItem['fact']>

/** Facts, numbered, each with its key and how it stands. */
export function renderFacts({ facts }: FactsOutput, view: View, showsIds: boolean): string {
  const hits = facts.map((one) => ({
    ...one,
    matched: [],
    why: one.fact === null ? '' : standing(one.fact, view),
  }))
  return renderHits({ hits }, view, showsIds)
}

/** `user.location: Lisbon · superseded on 3 May 2026 · 75 % certain · pinned` */
function standing(fact: ShownFact, { zone }: View): string {
  const { key, value, status, confidence, isPinned, importance, validUntil, expiresAt } = fact
  const was = status === 'superseded' && validUntil !== null && validUntil !== fact.validFrom
  return [
    ...(key === null ? [aboutWhom(fact)] : [`${key}: ${value ?? ''}`]),
    ...(status === 'active' ? [] : [was ? `true until ${spokenDay(validUntil, zone)}` : STATUS[status]]),
    `${Math.round(confidence * 100)} % certain`,
    ...(importance === USUAL ? [] : [`importance ${importance}`]),
    ...(isPinned ? ['pinned'] : []),
    ...(expiresAt === null ? [] : [`expires ${spokenDay(expiresAt, zone)}`]),
  ]
    .map(printableLine)
    .join(' · ')
}

function aboutWhom({ category, subject }: ShownFact): string {
  return subject === null || subject === SPEAKER_NAME ? category : `${category} about ${subject}`
}

const USUAL = 5

const STATUS: Readonly<Record<Exclude<ShownFact['status'], 'active'>, string>> = {
  superseded: 'superseded',
  retracted: 'taken back',
  proposed: 'waits for you',
}

/** Contradictions, numbered, with both sides. */
export function renderConflicts({ conflicts }: ConflictsOutput, view: View): string {
  const { style } = view
  return conflicts
    .map((conflict, index) => {
      const isProposal = conflict.resolution === 'proposed'
      const what = isProposal ? 'proposed, and waits' : 'took over, though it is less certain'
      return [
        `${style.bold(style.accent(String(index + 1)))}  ${style.dim(what)}`,
        ...brief(conflict.new, view),
        ...(conflict.old === null
          ? [style.dim('  and there was nothing before')]
          : [style.dim(isProposal ? '  in the place of' : '  before it'), ...brief(conflict.old, view)]),
      ].join('\n')
    })
    .join('\n\n')
}

/** The block as a prompt has it, and what is not in it. */
export function renderCore({ block: text, tokens, items, leftOut }: CoreOutput, view: View): string {
  if (items.length === 0 && leftOut.length === 0) return 'Nothing is known that a prompt could begin with.'
  const left = leftOut.map(({ reason, count }) => `${count} ${LEFT_OUT[reason]}`)
  return [
    ...(text === '' ? [] : [printable(text), '']),
    ...items.flatMap((item) => weighed(item, view)),
    view.style.dim(`${counted(items.length, 'fact')}, about ${counted(tokens, 'token')}`),
    ...(left.length === 0 ? [] : [view.style.dim(`left out: ${left.join(', ')}`)]),
  ].join('\n')
}

/** With --explain: what a fact weighs, and why. */
function weighed({ score, isPinned, account }: CoreOutput['items'][number], view: View): string[] {
  if (account === undefined) return []
  const { text, importance, recency, use } = account
  const parts = [
    `importance ${importance.toFixed(2)}`,
    `recency ${recency.toFixed(2)}`,
    `use ${use.toFixed(2)}`,
  ]
  const weight = (isPinned ? score - 10 : score).toFixed(2)
  const why = `${isPinned ? 'pinned · ' : ''}${weight} = ${parts.join(' + ')}`
  return [printableLine(text), view.style.dim(`  ${why}`)]
}

const LEFT_OUT: Readonly<Record<CoreOutput['leftOut'][number]['reason'], string>> = {
  budget: 'that had no room',
  repeated: 'that a longer line says too',
  expired: 'expired',
  unstated: 'that you did not say yourself',
  proposed: 'that wait for you',
  superseded: 'superseded',
  retracted: 'taken back',
}

/** Instructions, numbered, with where and how far they apply. */
export function renderInstructions({ instructions, more }: InstructionsOutput, view: View): string {
  const { style } = view
  const lines = instructions.map((one, index) => {
    const terms = [
      one.scope === 'global' ? 'everywhere' : `${one.scope} ${one.scopeName ?? ''}`,
      `priority ${one.priority}`,
      ...(one.isDetected ? ['detected'] : []),
      ...(one.isEnabled ? [] : ['disabled']),
      ...(one.isExpired ? ['expired'] : []),
    ]
    return [
      `${style.bold(style.accent(String(index + 1)))}  ${style.dim(printableLine(terms.join(' · ')))}`,
      ...block(excerpt(one.text, [], TEXT_CHARS), 3, view),
    ].join('\n')
  })
  return [...lines, ...(more === 0 ? [] : [style.dim(`${more} of them have no room in a prompt`)])].join(
    '\n\n',
  )
}

const TEXT_CHARS = 240
