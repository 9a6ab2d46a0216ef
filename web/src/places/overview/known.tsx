import type { ItemKind, OutputOf } from '../../api/operation-types.js'
import { sayKind, sayKinds } from '../../language/kind-words.js'
import { sayCount } from '../../language/numbers.js'
import { href } from '../../location/location.js'
import { countsByKind } from './growth-steps.js'
import { t } from './words.js'

/** How much of what is remembered, each with the way to look at it. */
export function Known({ growth }: { readonly growth: OutputOf<'memory.growth'> }) {
  return (
    <section class="overview-part" aria-label={t('known')}>
      <h2 class="overview-title">{t('known')}</h2>
      <ul class="kinds">
        {countsByKind(growth).map(({ kind, count }) => (
          <li key={kind}>
            <a class="kind" href={addressOf(kind)}>
              <b class="kind-count">{sayCount(count)}</b>
              <span>{count === 1 ? sayKind(kind) : sayKinds(kind)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function addressOf(kind: ItemKind): string {
  switch (kind) {
    case 'fact':
      return href('memory/facts')
    case 'thought':
      return href('memory/notes')
    case 'record':
      return href('memory/records')
    case 'decision':
      return href('memory/decisions')
    case 'relation':
      return href('graph')
    case 'task':
      return href('tasks')
    case 'document':
    case 'section':
      return href('documents')
    default:
      return href('search', { kind })
  }
}
