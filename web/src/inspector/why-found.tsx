import { Meter } from '../parts/meter.js'
import { Section } from '../parts/section.js'
import { found } from './found.js'
import { sayReason } from './say-reason.js'
import { t } from './words.js'

/** Why the search in sight found an item: what each layer gave to its score, and the reasons that can be checked. */
export function WhyFound({ id }: { readonly id: string }) {
  const hit = found.value?.hits.get(id)
  if (hit === undefined) return null
  return (
    <Section title={t('why')}>
      <dl class="shares">
        {hit.account?.layers.map(({ layer, rank, share }) => (
          <div key={layer} class="share">
            <dt>{t(`layer_${layer}`)}</dt>
            <dd class="meta">{t('rank', rank)}</dd>
            <dd class="share-bar">
              <Meter isWide share={share} label={t(`layer_${layer}`)} />
            </dd>
            <dd class="meta share-figure">{t('share', Math.round(share * 100))}</dd>
          </div>
        ))}
      </dl>
      <ul class="reasons">
        {hit.reasons.map((reason) => (
          <li key={JSON.stringify(reason)}>{sayReason(reason)}</li>
        ))}
      </ul>
    </Section>
  )
}
