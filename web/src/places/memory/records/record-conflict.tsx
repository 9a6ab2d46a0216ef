import { useMemo } from 'preact/hooks'
import { sayMoment } from '../../../language/dates.js'
import { Button } from '../../../parts/button.js'
import { lineDiff } from './line-diff.js'
import { changesOf, draftOf, type RecordDraft } from './record-draft.js'
import type { WholeRecord } from './record-types.js'
import { t } from './words.js'

export interface RecordConflictProps {
  readonly there: WholeRecord
  readonly mine: RecordDraft
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** Two versions of one record: what stands there now, and what one has written; nothing is lost until one says so. */
export function RecordConflict({ there, mine, onMine, onTheirs }: RecordConflictProps) {
  const theirs = draftOf(there)
  const lines = useMemo(() => lineDiff(theirs.body, mine.body), [theirs.body, mine.body])
  const fields = (['name', 'type', 'description'] as const).filter(
    (field) => field in changesOf(theirs, mine),
  )
  return (
    <section class="record-conflict" role="alert" aria-label={t('conflictTitle')}>
      <div class="record-conflict-head">
        <div>
          <h2>{t('conflictTitle')}</h2>
          <p class="meta">{t('conflictHint', sayMoment(there.updatedAt))}</p>
        </div>
        <Button onClick={onTheirs}>{t('takeTheirs')}</Button>
        <Button kind="primary" onClick={onMine}>
          {t('keepMine')}
        </Button>
      </div>
      {fields.map((field) => (
        <p key={field} class="meta">
          {t(field)}: <del>{theirs[field]}</del> <ins>{mine[field]}</ins>
        </p>
      ))}
      {theirs.body !== mine.body && (
        <pre class="record-diff" tabIndex={0}>
          {lines.map(({ text, side }, index) => (
            <span key={index} class={`diff-line diff-${side}`}>
              <span class="diff-sign" aria-hidden="true">
                {side === 'kept' ? ' ' : side === 'theirs' ? '−' : '+'}
              </span>
              {side !== 'kept' && <span class="only-heard">{t(side)}: </span>}
              {`${text}\n`}
            </span>
          ))}
        </pre>
      )}
    </section>
  )
}
