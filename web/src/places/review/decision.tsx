import { useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { may } from '../../api/caller.js'
import type { InputOf } from '../../api/operation-types.js'
import { sayKey } from '../../keys/key-map.js'
import { useKeys } from '../../keys/use-keys.js'
import { Button } from '../../parts/button.js'
import { confirm } from '../../parts/confirm.js'
import { Time } from '../../parts/time.js'
import { isNarrow } from '../../shell/narrow.js'
import { decide, decideOtherwise } from './decide.js'
import { DocumentDecision } from './document-decision.js'
import type { Entry, EntryOf, Side } from './entry.js'
import { FactDecision } from './fact-decision.js'
import { FindingDecision } from './finding-decision.js'
import { mayDecide } from './may-decide.js'
import { NotesDecision, type Verdict } from './notes-decision.js'
import { ProposalDecision } from './proposal-decision.js'
import { ReportDecision } from './report-decision.js'
import { type Choice, choiceOf, sayEntry } from './say-entry.js'
import { t } from './words.js'

export interface DecisionProps {
  readonly entry: Entry
  /** All that wait, as far as they are loaded. */
  readonly entries: readonly Entry[]
  readonly total: number
  /** What is selected once this is decided. */
  readonly next: string | null
  /** Back to the list, where it is out of sight. */
  readonly onBack?: (() => void) | undefined
}

/** One entry with all that it takes to decide, what each answer does, and the answers at its foot. */
export function Decision({ entry, entries, total, next, onBack }: DecisionProps) {
  const [isCorrecting, setCorrecting] = useState(false)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [chosenByKey, setChosenByKey] = useState(0)
  const [words, setWords] = useState('')
  const [isMissing, setMissing] = useState(false)
  const told = sayEntry(entry)
  const [accept, reject] = (['accept', 'reject'] as const).map((side) =>
    mayDecide(entry, side) ? choiceOf(entry, side) : null,
  ) as [Choice | null, Choice | null]
  const isCorrectable = (entry.kind === 'conflict' || entry.kind === 'proposed_fact') && accept !== null
  const isNotes = entry.kind === 'workspace_conflict'
  const canDecideNotes = isNotes && may('memory.write')

  const decideNotes = (keep: Verdict | null) => {
    if (keep === null || words.trim() === '') return setMissing(true)
    void decide({ entry, side: 'accept', next, said: t('decidedNotes'), input: { keep, reason: words } })
  }
  const answer = async (side: Side) => {
    if (isNotes) {
      setVerdict(side === 'accept' ? 'second' : 'first')
      setChosenByKey((count) => count + 1)
      return
    }
    if (entry.kind === 'workspace_proposal' && side === 'reject' && !(await isSureToDecline(told.line)))
      return
    const note = entry.kind === 'workspace_proposal' && words.trim() !== '' ? { note: words } : {}
    await decide({ entry, side, next, said: told[side].done, input: note })
  }
  useKeys({
    ...(accept === null ? {} : { accept: () => void answer('accept') }),
    ...(reject === null ? {} : { reject: () => void answer('reject') }),
    ...(isCorrectable ? { correct: () => setCorrecting(true) } : {}),
    ...(canDecideNotes ? { save: () => decideNotes(verdict) } : {}),
  })

  const effects = (
    <dl class="decision-then">
      {[accept, reject].map(
        (choice) =>
          choice !== null &&
          choice.effect !== '' && (
            <div key={choice.label}>
              <dt>{choice.label.replace('…', '')}</dt>
              <dd>{choice.effect}</dd>
            </div>
          ),
      )}
    </dl>
  )
  return (
    <article class="decision" aria-label={told.question}>
      <header class="decision-head">
        {onBack !== undefined && <Button kind="quiet" icon="left" label={t('back')} onClick={onBack} />}
        <p class="decision-what meta">
          <span class="decision-kind">{t(`one_${entry.kind}`)}</span>
          {entry.at !== null && (
            <span>
              {t('waits')} <Time at={entry.at} />
            </span>
          )}
        </p>
        <span class="meta">{t('place', entries.indexOf(entry) + 1, Math.max(total, entries.length))}</span>
      </header>
      <div class="decision-body">
        <h2 class="decision-question">{told.question}</h2>
        {(entry.kind === 'conflict' || entry.kind === 'proposed_fact') && (
          <FactDecision
            entry={entry}
            isCorrecting={isCorrecting}
            onCorrected={() => setCorrecting(false)}
            onSave={(input) => correct(entry, input, next)}
          />
        )}
        {entry.kind === 'document' && <DocumentDecision entry={entry} />}
        {entry.kind === 'hygiene' && <FindingDecision entry={entry} />}
        {entry.kind === 'reflection' && <ReportDecision entry={entry} />}
        {entry.kind === 'workspace_proposal' && (
          <ProposalDecision entry={entry} note={words} onNote={setWords} />
        )}
        {isNotes && (
          <NotesDecision
            entry={entry}
            verdict={verdict}
            onVerdict={setVerdict}
            reason={words}
            onReason={setWords}
            onDecide={() => decideNotes(verdict)}
            isMissing={isMissing}
            chosenByKey={chosenByKey}
          />
        )}
        {isNarrow.value && effects}
      </div>
      <footer class="decision-foot">
        {!isNarrow.value && effects}
        <div class="decision-actions">
          {isNotes ? (
            canDecideNotes && (
              <Button kind="primary" keyHint={sayKey('save')} onClick={() => decideNotes(verdict)}>
                {t('decideNotes')}
              </Button>
            )
          ) : (
            <>
              {accept !== null && (
                <Button
                  kind={entry.accept?.isDestructive ? 'danger' : 'primary'}
                  icon={entry.accept?.isDestructive ? 'bin' : 'check'}
                  keyHint={sayKey('accept')}
                  onClick={() => void answer('accept')}
                >
                  {accept.label}
                </Button>
              )}
              {reject !== null && (
                <Button keyHint={sayKey('reject')} onClick={() => void answer('reject')}>
                  {reject.label}
                </Button>
              )}
              {isCorrectable && (
                <Button
                  icon="pen"
                  keyHint={sayKey('correct')}
                  isOn={isCorrecting}
                  onClick={() => setCorrecting(!isCorrecting)}
                >
                  {t('correct')}
                </Button>
              )}
            </>
          )}
        </div>
      </footer>
    </article>
  )
}

function isSureToDecline(line: string): Promise<boolean> {
  return confirm({
    title: t('declineTitle'),
    body: (
      <>
        <p class="verbatim">{line}</p>
        <p class="meta">{t('declineBody')}</p>
      </>
    ),
    action: t('declineAction'),
  })
}

/** What is new is taken first, so that it is decided, and then corrected: both are taken back in the other order. */
function correct(
  entry: EntryOf<'conflict'> | EntryOf<'proposed_fact'>,
  input: InputOf<'memory.correct'>,
  next: string | null,
): Promise<void> {
  const { id } = entry
  return decideOtherwise(entry, {
    said: t('corrected'),
    next,
    work: async () => {
      await call('memory.resolve_conflict', { id, keep: 'new' })
      try {
        await call('memory.correct', input)
      } catch (error) {
        await call('memory.reopen_conflict', { id })
        throw error
      }
    },
    undo: async () => {
      await call('memory.restore', { id: input.id })
      await call('memory.reopen_conflict', { id })
    },
  })
}
