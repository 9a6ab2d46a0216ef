import { may } from '../../../api/caller.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayWhy } from '../../../language/known-reasons.js'
import { sayBytes, sayCount } from '../../../language/numbers.js'
import { href } from '../../../location/location.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Part } from '../shared/part.js'
import { ToldList } from '../shared/told-list.js'
import { SystemFrame } from '../system-frame.js'
import { Examine } from './examine.js'
import { Upkeep } from './upkeep.js'
import { t } from './words.js'

/** How it stands: what is wrong at first sight, versions and sizes, and what can be looked after. */
export function StatusTab() {
  const asked = useOperation('system.status', {})
  const status = asked.value
  if (status === undefined) {
    return (
      <SystemFrame tab="status">
        {asked.problem ? (
          <ProblemTold problem={asked.problem} onAgain={asked.again} />
        ) : (
          <Skeleton lines={8} />
        )}
      </SystemFrame>
    )
  }
  const { store, embedding } = status
  return (
    <SystemFrame tab="status">
      <Part title={t('health')}>
        {status.problems.length === 0 ? (
          <p class="health">
            <span class="health-mark health-good" aria-hidden="true" />
            {t('healthy')}
          </p>
        ) : (
          <ul class="findings">
            {status.problems.map(({ check, detail, hint }) => (
              <li key={check} class="finding">
                <span class="health-mark health-bad" aria-hidden="true" />
                <div>
                  <strong>{check}</strong> {detail}
                  <p class="meta">{hint}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {may('admin') && <Examine />}
      </Part>
      <Part title={t('store')}>
        <ToldList
          rows={[
            { label: t('version'), value: `Recollect ${status.version} · Node ${status.node}` },
            {
              label: t('engine'),
              value: `${store.version} · ${t('schema', store.schema)}`,
            },
            {
              label: t('size'),
              value: sayBytes(store.bytes),
              ...(store.walBytes > 0 ? { hint: t('wal', sayBytes(store.walBytes)) } : {}),
            },
            ...(store.location === null
              ? []
              : [{ label: t('place'), value: <span class="mono">{store.location}</span> }]),
            {
              label: t('holds'),
              value: t('items', sayCount(store.items)),
              ...(store.forgotten > 0 ? { hint: t('forgotten', sayCount(store.forgotten)) } : {}),
            },
            ...(store.banks === null
              ? []
              : [
                  {
                    label: t('banks'),
                    value: (
                      <a class="link" href={href('system/people')}>
                        {t('bankCount', store.banks)}
                      </a>
                    ),
                  },
                ]),
          ]}
        />
      </Part>
      <Part title={t('meaning')} about={t('meaningAbout')}>
        <ToldList
          rows={[
            {
              label: t('embedder'),
              value: t(embedding.state),
              ...(embedding.reason === null ? {} : { hint: sayWhy(embedding.reason) }),
            },
            ...(embedding.model === null
              ? []
              : [{ label: t('model'), value: <span class="mono">{embedding.model}</span> }]),
            {
              label: t('texts'),
              value: t('indexed', sayCount(embedding.indexed)),
              ...(embedding.pending + embedding.failed + embedding.skipped > 0
                ? {
                    hint: [
                      embedding.pending > 0 && t('pending', sayCount(embedding.pending)),
                      embedding.failed > 0 && t('failed', sayCount(embedding.failed)),
                      embedding.skipped > 0 && t('skipped', sayCount(embedding.skipped)),
                    ]
                      .filter((part) => part !== false)
                      .join(' · '),
                  }
                : {}),
            },
          ]}
        />
      </Part>
      {may('memory.write') && <Upkeep embedding={embedding} />}
    </SystemFrame>
  )
}
