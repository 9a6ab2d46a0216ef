import { Icon } from '../../../parts/icon.js'
import { Status } from '../../../parts/status.js'
import { TimeSpan } from '../../../parts/time.js'
import { Trust } from '../../../parts/trust.js'
import { sayAttribute } from './attribute-words.js'
import { type FactItem, heldSpan, keyInWords } from './fact-lanes.js'
import { t } from './words.js'

/** A fact on two lines: what it says; what it is the value of, and since when. */
export function FactRow({ fact, section }: { readonly fact: FactItem; readonly section: string | null }) {
  const { status, isPinned, expiresAt } = fact.fact
  const { from, until } = heldSpan(fact)
  const isOut = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  return (
    <>
      {section !== null && <div class="row-section">{section}</div>}
      <div class="row-two">
        <div class="row-line">
          <Trust of={fact.trust} />
          <span class={status === 'active' ? 'row-grow clip' : 'row-grow clip fact-past'}>{fact.text}</span>
          {isPinned && <Icon name="pin" />}
          {isPinned && <span class="only-heard">{t('pinned')}</span>}
          {status !== 'active' && <Status of={status} />}
          {isOut && <Status of="expired" />}
        </div>
        <div class="row-line meta fact-meta">
          <span class="row-grow clip">{aboutOf(fact)}</span>
          <TimeSpan from={from} until={until} />
        </div>
      </div>
    </>
  )
}

/** Whom it is about, and what of them. */
function aboutOf({ fact }: FactItem): string {
  const subject = fact.subject === null || fact.subject === 'you' ? t('you') : fact.subject
  return fact.key === null ? subject : `${subject} · ${sayAttribute(keyInWords(fact.key).attribute)}`
}
