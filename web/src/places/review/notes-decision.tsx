import { useLayoutEffect, useRef } from 'preact/hooks'
import { caller } from '../../api/caller.js'
import type { OutputOf } from '../../api/operation-types.js'
import { user } from '../../api/session.js'
import { hrefHere } from '../../location/location.js'
import { Field } from '../../parts/field.js'
import { Time } from '../../parts/time.js'
import { Trust } from '../../parts/trust.js'
import type { EntryOf } from './entry.js'
import { Side, Sides } from './sides.js'
import { t } from './words.js'

export type Verdict = NonNullable<OutputOf<'workspace.conflicts'>['conflicts'][number]['keep']>
type Note = OutputOf<'workspace.conflicts'>['conflicts'][number]['first']

export interface NotesDecisionProps {
  readonly entry: EntryOf<'workspace_conflict'>
  readonly verdict: Verdict | null
  readonly onVerdict: (verdict: Verdict) => void
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly onDecide: () => void
  /** Nothing was said, and it was to be decided. */
  readonly isMissing: boolean
  /** Grows each time a key chose: what is left to do then is to say why. */
  readonly chosenByKey: number
}

const verdicts = ['second', 'first', 'both', 'neither'] as const
const names = {
  first: 'holdsFirst',
  second: 'holdsSecond',
  both: 'holdsBoth',
  neither: 'holdsNeither',
} as const

/** Two notes of a workspace that contradict each other: which holds, and why, for who reads it later. */
export function NotesDecision(props: NotesDecisionProps) {
  const { entry, verdict, onVerdict, reason, onReason, onDecide, isMissing, chosenByKey } = props
  const { first, second } = entry.conflict
  const box = useRef<HTMLDivElement>(null)
  // At once: what is typed next is the reason.
  useLayoutEffect(() => {
    if (chosenByKey > 0) box.current?.querySelector('textarea')?.focus()
  }, [chosenByKey])
  return (
    <>
      <Sides>
        <NoteSide label={t('older')} note={first} />
        <NoteSide label={t('newer')} note={second} isAsked />
      </Sides>
      <fieldset class="verdicts">
        <legend class="side-label">{t('verdict')}</legend>
        {verdicts.map((one) => (
          <label key={one} class="verdict">
            <input type="radio" name={entry.key} checked={verdict === one} onChange={() => onVerdict(one)} />
            {t(names[one])}
          </label>
        ))}
      </fieldset>
      <div ref={box}>
        <Field
          label={t('reason')}
          value={reason}
          onInput={onReason}
          rows={2}
          isRequired
          hint={t('reasonHint', user.value ?? caller.value?.user ?? '')}
          problem={isMissing && reason.trim() === '' ? t('reasonMissing') : undefined}
          onEnter={onDecide}
          onEscape={() => (document.activeElement as HTMLElement | null)?.blur()}
        />
      </div>
    </>
  )
}

function NoteSide({
  label,
  note,
  isAsked,
}: {
  readonly label: string
  readonly note: Note
  readonly isAsked?: boolean
}) {
  return (
    <Side label={label} {...(isAsked ? { isAsked } : {})}>
      <a class="side-says verbatim" href={hrefHere({ on: `item:${note.id}` })}>
        {note.text}
      </a>
      <p class="side-meta meta">
        <Trust of={note.trust} isNamed />
        <span>{note.type}</span>
        <Time at={note.at} />
        <span>{t('importance', note.importance)}</span>
        <span>{t('said', note.said)}</span>
      </p>
    </Side>
  )
}
