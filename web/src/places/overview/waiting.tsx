import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { sayKey } from '../../keys/key-map.js'
import { href } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { entryKinds } from '../review/entry.js'
import { sayEntry } from '../review/say-entry.js'
import { t as review } from '../review/words.js'
import { t } from './words.js'

/** What waits for the person, a line for each kind with the first of it, and the way to decide it. */
export function Waiting({ waiting }: { readonly waiting: OutputOf<'memory.waiting'> }) {
  const { total, counts, workspaces } = waiting
  const { value } = useOperation('memory.review', total === 0 ? null : { limit: 100 })
  const kinds = entryKinds.filter((kind) => (counts[kind] ?? 0) > 0)
  return (
    <section class="overview-part" aria-label={t('waiting')}>
      <header class="growth-head">
        <h2 class="overview-title">{t('waiting')}</h2>
        {total > 0 && (
          <Button kind="primary" icon="review" keyHint={sayKey('goReview')} href={href('review')}>
            {t('review', total)}
          </Button>
        )}
      </header>
      {total === 0 && <p class="meta">{t('nothingWaits')}</p>}
      <ul class="waits">
        {kinds.map((kind) => {
          const first = value?.entries.find((entry) => entry.kind === kind)
          return (
            <li key={kind}>
              <a class="wait" href={href('review', { kind, entry: first?.key ?? null })}>
                <b class="wait-count">{counts[kind]}</b>
                <span class="wait-kind">{review(`kind_${kind}`)}</span>
                <span class="wait-first clip">{first === undefined ? '' : sayEntry(first).line}</span>
              </a>
            </li>
          )
        })}
        {workspaces.map(({ workspace, waiting }) => (
          <li key={workspace}>
            <a class="wait" href={href('review', { workspace })}>
              <b class="wait-count">{waiting}</b>
              <span class="wait-kind">{workspace}</span>
              <span class="wait-first clip">{t('inWorkspace')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
