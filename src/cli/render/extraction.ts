import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { wayOnWithoutModel } from '../wording/model-trouble.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import type { View } from './view.js'

type Extracted = z.output<Operations['extract']['output']>
type Log = z.output<Operations['extractionLog']['output']>
type Step = Log['extractions'][number]['steps'][number]

/** What came of one conversation. */
export function renderExtracted(
  { outcome, reason, extractor, records, pairs }: Extracted,
  view: View,
): string {
  const { style } = view
  if (outcome === 'started')
    return 'Reading in the background; recollect extraction-log shows what came of it.'
  if (outcome !== 'done' && records.length === 0) return outcomeOf(outcome, reason)
  const looked = `${counted(pairs, 'exchange')} looked at by ${printableLine(extractor ?? '')}`
  if (records.length === 0) return `Nothing worth keeping: ${looked}.`
  const lines = records.map(({ name, ...step }) => {
    const named = name === null ? '' : ` ${style.bold(`"${printableLine(name)}"`)}`
    return `${OUTCOMES[step.outcome]}${named} ${style.dim(aboutOf(step))}`.trimEnd()
  })
  return [...lines, outcome === 'done' ? style.dim(looked) : outcomeOf(outcome, reason)].join('\n')
}

/** What extraction did lately, newest first. */
export function renderExtractionLog({ extractions }: Log, view: View): string {
  const { style } = view
  if (extractions.length === 0) return 'No extraction is remembered.'
  return extractions
    .map(({ extractionId, at, actor, extractor, outcome, reason, pairs, steps, cues }) => {
      const found = Object.entries(cues).map(([kind, count]) => `${count} ${kind}`)
      const head = [
        spokenTime(at, view),
        ...(actor.startsWith('agent:') ? [printableLine(actor)] : []),
        printableLine(extractor),
        counted(pairs, 'exchange'),
        ...found,
      ]
      const lines =
        outcome === 'done'
          ? steps.length === 0
            ? ['Nothing worth keeping.']
            : steps.map(lineOf)
          : [outcomeOf(outcome, reason)]
      return [
        style.dim(head.join(' · ')),
        ...lines.map((line) => `  ${line}`),
        `  ${style.dim(extractionId)}`,
      ].join('\n')
    })
    .join('\n\n')
}

function lineOf({ id, isForgotten, ...step }: Step): string {
  const which = id === null ? '' : isForgotten ? ', forgotten since' : ` ${id}`
  return `${OUTCOMES[step.outcome]} ${aboutOf(step)}${which}`.trimEnd()
}

function aboutOf({ type, salience, likeness }: Pick<Step, 'type' | 'salience' | 'likeness'>): string {
  const parts = [
    ...(type === null ? [] : [type]),
    ...(salience === null ? [] : [`salience ${salience}`]),
    ...(likeness === null ? [] : [`${Math.round(100 * likeness)} % alike`]),
  ]
  return parts.length === 0 ? '' : `(${parts.join(', ')})`
}

function outcomeOf(outcome: 'skipped' | 'failed', reason: string | null): string {
  const why = REASONS.get(reason ?? '') ?? printableLine(reason ?? 'no reason')
  if (outcome === 'skipped') return `Nothing was read: ${why}.`
  const onward = wayOnWithoutModel(reason ?? '')
  return onward === null ? `It failed: ${why}.` : `It failed: the model gave no answer (${why}). ${onward}.`
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['no_messages', 'nobody said anything'],
  ['explicit_memory_call', 'the assistant itself kept, changed or forgot something'],
  ['no_own_words', 'what the user said is known already, or was pasted'],
  ['no_cue', 'nothing in it that is not known already speaks of the user or of something lasting'],
  ['error', 'it broke off; recollect doctor looks for what is wrong'],
])

const OUTCOMES: Readonly<Record<Step['outcome'], string>> = {
  created: 'Kept',
  updated: 'Changed',
  no_op: 'Known already',
  manual_protected: 'Left as you wrote it',
  less_trusted: 'Left as it is, who said it is believed more',
  stale: 'Left as it is, it was said later',
  forgotten: 'Stays forgotten',
  conflict: 'Changed by another meanwhile',
  failed: 'Could not be written',
  malformed: 'Not understood',
  uncited: 'Left out, the user did not say so',
  unsupported: 'Left out, nothing the user said supports it',
  unsafe: 'Left out, it reads like an order',
  secret: 'Left out, it holds a secret',
  low_salience: 'Left out, it matters too little',
  too_many: 'Left out, one of too many',
}
