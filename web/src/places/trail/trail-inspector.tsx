import { InspectorFrame } from '../../inspector/inspector-frame.js'
import { href, hrefHere } from '../../location/location.js'
import { Empty } from '../../parts/empty.js'
import { Section } from '../../parts/section.js'
import { Time } from '../../parts/time.js'
import { loaded } from './loaded.js'
import { keyOfRow, sayActor, sayBank, sayCounts, sayOutcome } from './trail-row.js'
import './trail.css'
import { t } from './words.js'

/** One row of the log: who, what, where, and the things it was about. */
export function TrailInspector({ id }: { readonly id: string }) {
  const row = loaded.value.find((one) => keyOfRow(one) === id)
  if (row === undefined) return <InspectorFrame head={t('list')} says={<Empty title={t('gone')} />} />
  const { at, actor, operation, bank, seq, outcome, ids, counts } = row
  const said = sayCounts(counts)
  return (
    <InspectorFrame
      head={
        <>
          <strong>{sayOutcome(outcome)}</strong> <Time at={at} as="moment" />
        </>
      }
      says={<span class="mono">{operation}</span>}
    >
      <dl class="trail-facts">
        <dt>{t('who')}</dt>
        <dd>
          <span title={sayActor(actor)}>{actor}</span>{' '}
          <a class="link" href={hrefHere({ actor, on: null })}>
            {t('alsoBy')}
          </a>
        </dd>
        <dt>{t('where')}</dt>
        <dd>
          {sayBank(bank)} <span class="meta">{seq === null ? t('unchained') : t('row', seq)}</span>
        </dd>
        {said !== '' && (
          <>
            <dt>{t('counts')}</dt>
            <dd>{said}</dd>
          </>
        )}
      </dl>
      <p>
        <a class="link" href={hrefHere({ operation, on: null })}>
          {t('alsoThis')}
        </a>
      </p>
      <Section title={t('items')} count={ids.length}>
        {ids.length === 0 && <p class="meta">{t('noItems')}</p>}
        <ul class="trail-ids">
          {ids.map((one) => (
            <li key={one}>
              <a class="link mono" href={href('search', { on: `item:${one}` })}>
                {one}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      {sayActor(actor) !== '' && <p class="meta">{sayActor(actor)}</p>}
      <p class="meta">{t('promise')}</p>
    </InspectorFrame>
  )
}
