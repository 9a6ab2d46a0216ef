import { useMemo } from 'preact/hooks'
import { sayMoment } from '../../../language/dates.js'
import { Button } from '../../../parts/button.js'
import { folded, lineDiff } from './line-diff.js'
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
  const lines = useMemo(() => folded(lineDiff(theirs.body, mine.body), 3), [theirs.body, mine.body])
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
          {lines.map((line, index) =>
            line === null ? (
              <span key={index} class="diff-line diff-gap">
                {'⋯\n'}
              </span>
            ) : (
              <span key={index} class={`diff-line diff-${line.side}`}>
                <span class="diff-sign" aria-hidden="true">
                  {line.side === 'kept' ? ' ' : line.side === 'theirs' ? '−' : '+'}
                </span>
                {line.side !== 'kept' && <span class="only-heard">{t(line.side)}: </span>}
                {`${line.text}\n`}
              </span>
            ),
          )}
        </pre>
      )}
    </section>
  )
}
