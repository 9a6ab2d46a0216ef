import { caller } from '../../api/caller.js'
import { user } from '../../api/session.js'
import { sayList } from '../../language/say-list.js'
import { Field } from '../../parts/field.js'
import { Markdown } from '../../parts/markdown.js'
import { Time } from '../../parts/time.js'
import type { EntryOf } from './entry.js'
import { sayActor } from './say-entry.js'
import { t } from './words.js'

export interface ProposalDecisionProps {
  readonly entry: EntryOf<'workspace_proposal'>
  readonly note: string
  readonly onNote: (note: string) => void
}

/** What somebody wants a workspace to remember: what it says, who said it, and room for a word on why. */
export function ProposalDecision({ entry, note, onNote }: ProposalDecisionProps) {
  const { text, kind, details, proposedBy, proposedAt } = entry.proposal
  return (
    <>
      <div class="side-says">
        {kind === 'record' ? <Markdown text={text ?? ''} /> : <p class="verbatim">{text}</p>}
      </div>
      <p class="side-meta meta">
        <span>{t('proposedBy', sayActor(proposedBy))}</span>
        <Time at={proposedAt} as="moment" />
        {shownDetails(details).map(([name, value]) => (
          <span key={name}>
            {name} {value}
          </span>
        ))}
      </p>
      <Field
        label={t('proposalNote')}
        value={note}
        onInput={onNote}
        hint={t('proposalNoteHint', user.value ?? caller.value?.user ?? '')}
      />
    </>
  )
}

function shownDetails(details: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  return Object.entries(details).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [[name, String(value)] as const]
      : Array.isArray(value) && value.every((one) => typeof one === 'string') && value.length > 0
        ? [[name, sayList(value)] as const]
        : [],
  )
}
