import type { OutputOf } from '../../api/operation-types.js'
import { sayCount } from '../../language/numbers.js'
import { href } from '../../location/location.js'
import { Icon } from '../../parts/icon.js'
import { t } from './words.js'

type Told = OutputOf<'system.status'>

/** What is wrong, each with what to do about it; and calmly, what goes without an embedder or a model. */
export function Health({ status }: { readonly status: Told }) {
  const { problems, embedding, cost } = status
  const hasModel = cost.models.some(({ model }) => model !== null)
  return (
    <section class="overview-part" aria-label={t('health')}>
      <h2 class="overview-title">{t('health')}</h2>
      <ul class="healths">
        {problems.map(({ check, detail, hint }) => (
          <li key={`${check} ${detail}`} class="health health-bad">
            <Icon name="warning" />
            <p>
              {check}: {detail}
              <span class="meta">{hint}</span>
            </p>
          </li>
        ))}
        {problems.length === 0 && (
          <li class="health health-good">
            <Icon name="check" />
            <p>{t('healthy')}</p>
          </li>
        )}
        <li class="health">
          <Icon name="search" />
          <p>
            {sayEmbedder(embedding)}
            {embedding.state === 'off' && <span class="meta">{t('embedderOffHint')}</span>}
          </p>
        </li>
        <li class="health">
          <Icon name="memory" />
          <p>
            {t(hasModel ? 'model' : 'modelNone')}
            {!hasModel && <span class="meta">{t('modelNoneHint')}</span>}
          </p>
        </li>
      </ul>
      <a class="link meta" href={href('system')}>
        {t('toSystem')}
      </a>
    </section>
  )
}

function sayEmbedder({ state, pending }: Told['embedding']): string {
  if (state === 'off') return t('embedderOff')
  if (state === 'unavailable' || state === 'stale') return t('embedderAway')
  return pending === 0 ? t('embedder') : t('embedderBusy', sayCount(pending))
}
