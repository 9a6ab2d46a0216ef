import type { InputOf, Item } from '../../api/operation-types.js'
import { CorrectFact } from '../../inspector/correct-fact.js'
import { href } from '../../location/location.js'
import type { EntryOf } from './entry.js'
import { Side, SideItem, Sides } from './sides.js'
import { t } from './words.js'

export interface FactDecisionProps {
  readonly entry: EntryOf<'conflict'> | EntryOf<'proposed_fact'>
  readonly isCorrecting: boolean
  readonly onCorrected: () => void
  readonly onSave: (input: InputOf<'memory.correct'>) => Promise<void>
}

/** What held and what is new, beside each other, each with what it rests on. */
export function FactDecision({ entry, isCorrecting, onCorrected, onSave }: FactDecisionProps) {
  const { fresh, before, freshSources, beforeSources } = sidesOf(entry)
  const isProposed = entry.kind === 'proposed_fact'
  const key = fresh.fact?.key ?? null
  return (
    <>
      {key !== null && (
        <p class="meta">
          <a class="link mono" href={href('memory/facts', { key })}>
            {key}
          </a>
        </p>
      )}
      <Sides>
        <Side label={t(isProposed ? 'holdsNow' : 'old')}>
          {before === null ? (
            <p class="meta">{t(isProposed ? 'nothingBefore' : 'replacedNothing')}</p>
          ) : (
            <SideItem item={before} sources={beforeSources} />
          )}
        </Side>
        <Side label={t(isProposed ? 'proposed' : 'new')} isAsked>
          {isCorrecting ? (
            <CorrectFact item={fresh} onDone={onCorrected} onSave={onSave} />
          ) : (
            <SideItem item={fresh} sources={freshSources} />
          )}
        </Side>
      </Sides>
      {isProposed && entry.accept === null && <p class="decision-note">{t('inOwnWords')}</p>}
    </>
  )
}

interface SidesOf {
  readonly fresh: Item
  readonly before: Item | null
  readonly freshSources: readonly Item[]
  readonly beforeSources: readonly Item[]
}

function sidesOf(entry: FactDecisionProps['entry']): SidesOf {
  if (entry.kind === 'conflict') {
    const { new: fresh, old, newSources, oldSources } = entry
    return { fresh, before: old, freshSources: newSources, beforeSources: oldSources }
  }
  const { fact, against, factSources, againstSources } = entry
  return { fresh: fact, before: against, freshSources: factSources, beforeSources: againstSources }
}
