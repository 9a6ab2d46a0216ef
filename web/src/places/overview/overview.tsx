import { useMemo } from 'preact/hooks'
import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { param } from '../../location/location.js'
import { isSelected, select } from '../../location/selection.js'
import { ItemRow } from '../../parts/item-row.js'
import { List } from '../../parts/list.js'
import { Page as Frame } from '../../parts/page.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import { FirstRun } from '../../shell/first-run.js'
import { Growth } from './growth.js'
import { sinceOf, steps } from './growth-steps.js'
import { Health } from './health.js'
import { Known } from './known.js'
import { Onward } from './onward.js'
import './overview.css'
import { Waiting } from './waiting.js'
import { t } from './words.js'

const LATEST = 8
const ROW_PX = 52

/** What does it know, and what waits for me. */
export function Page() {
  const by = steps.find((one) => one === param('by')) ?? 'week'
  const since = useMemo(() => sinceOf(by, Date.now()), [by])
  const growth = useOperation('memory.growth', {
    by,
    latest: LATEST,
    ...(since === undefined ? {} : { since }),
  })
  const waiting = useOperation('memory.waiting', {})
  const status = useOperation('system.status', {})
  const problem = growth.problem ?? waiting.problem
  const isThere = growth.value !== undefined && waiting.value !== undefined
  return (
    <Frame title={t('title')} isText>
      {!isThere && problem === undefined && <Skeleton lines={8} />}
      {!isThere && problem !== undefined && (
        <ProblemTold
          problem={problem}
          onAgain={() => {
            growth.again()
            waiting.again()
          }}
        />
      )}
      {growth.value !== undefined && waiting.value !== undefined && (
        <div class="overview-room">
          <div class="overview">
            <div class="overview-main">
              {isEmpty(growth.value, waiting.value) ? (
                <FirstRun />
              ) : (
                <>
                  <Waiting waiting={waiting.value} />
                  <Known growth={growth.value} />
                  <Growth growth={growth.value} by={by} />
                  <Latest latest={growth.value.latest} />
                </>
              )}
            </div>
            <aside class="overview-side">
              {status.value !== undefined && <Health status={status.value} />}
              {!isEmpty(growth.value, waiting.value) && <Onward />}
            </aside>
          </div>
        </div>
      )}
    </Frame>
  )
}

function isEmpty({ total }: OutputOf<'memory.growth'>, waiting: OutputOf<'memory.waiting'>): boolean {
  return total === 0 && waiting.total === 0
}

/** What was remembered last: j and k move, the inspector beside shows it. */
function Latest({ latest }: { readonly latest: OutputOf<'memory.growth'>['latest'] }) {
  return (
    <section class="overview-part" aria-label={t('latest')}>
      <h2 class="overview-title">{t('latest')}</h2>
      <div class="latest" style={{ '--latest': `${latest.length * ROW_PX}px` }}>
        <List
          label={t('latest')}
          rows={latest}
          keyOf={({ id }) => id}
          rowHeight={ROW_PX}
          selected={latest.find(({ id }) => isSelected('item', id))?.id ?? null}
          onSelect={({ id }) => select('item', id)}
          row={(item) => <ItemRow item={item} />}
        />
      </div>
    </section>
  )
}
