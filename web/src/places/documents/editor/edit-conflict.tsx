import { useMemo } from 'preact/hooks'
import { Button } from '../../../parts/button.js'
import { folded, lineDiff } from '../../memory/records/line-diff.js'
import '../../memory/records/records.css'
import { t } from '../words.js'

export interface EditConflictProps {
  readonly theirs: string
  readonly mine: string
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** What stands there now, and what one has written; nothing is lost until one says so. */
export function EditConflict({ theirs, mine, onMine, onTheirs }: EditConflictProps) {
  const lines = useMemo(() => folded(lineDiff(theirs, mine), 3), [theirs, mine])
  return (
    <section class="record-conflict" role="alert" aria-label={t('conflictTitle')}>
      <div class="record-conflict-head">
        <div>
          <h2>{t('conflictTitle')}</h2>
          <p class="meta">{t('conflictHint')}</p>
        </div>
        <Button onClick={onTheirs}>{t('takeTheirs')}</Button>
        <Button kind="primary" onClick={onMine}>
          {t('keepMine')}
        </Button>
      </div>
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
    </section>
  )
}
