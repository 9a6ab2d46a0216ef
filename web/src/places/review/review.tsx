import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useOperation } from '../../api/use-operation.js'
import { usePages } from '../../api/use-pages.js'
import { useKeys } from '../../keys/use-keys.js'
import { hrefHere, param, setParams } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { List } from '../../parts/list.js'
import { Page as Frame } from '../../parts/page.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Tabs } from '../../parts/tabs.js'
import { lazy } from '../../shell/lazy.js'
import { AllDecided } from './all-decided.js'
import { decided, forgetDecided } from './decide.js'
import { askSeveral, DecideMany } from './decide-many.js'
import { Decision } from './decision.js'
import { Elsewhere } from './elsewhere.js'
import { type Entry, type EntryKind, entryKinds } from './entry.js'
import { EntryRow } from './entry-row.js'
import { mayDecide } from './may-decide.js'
import { isSafeTogether, keyAfter } from './queue.js'
import './review.css'
import { t } from './words.js'

/** List and decision stand beside each other from so many pixels on. */
const SPLIT_PX = 620

/** Everything that waits for a person, one after the other: `?kind=conflict&entry=KEY`. */
export function Page() {
  const kind = entryKinds.find((one) => one === param('kind')) ?? null
  const waiting = useOperation('memory.waiting', {})
  const pages = usePages('memory.review', [{ limit: 60, ...(kind === null ? {} : { kinds: [kind] }) }], {
    read: ({ entries, next }) => ({ rows: entries, next }),
    keyOf: ({ key }) => key,
  })
  useEffect(() => {
    if (pages.rows !== undefined) forgetDecided(pages.rows)
  }, [pages.rows])
  const hidden = decided.value
  const entries = useMemo(() => pages.rows?.filter(({ key }) => !hidden.has(key)), [pages.rows, hidden])
  const [box, isSplit] = useSplit()
  const current = useCurrent(pages, entries, isSplit)
  const counts = waiting.value?.counts
  const total = kind === null ? (waiting.value?.total ?? 0) : (counts?.[kind] ?? 0)
  const isOpen = param('entry') !== ''

  return (
    <Frame
      title={t('title')}
      actions={kind !== null && entries !== undefined && <Several entries={entries} />}
      toolbar={
        <Tabs
          label={t('kinds')}
          current={kind ?? ''}
          tabs={[
            {
              id: '',
              label: t('all'),
              href: hrefHere({ kind: null, entry: null, on: null }),
              count: waiting.value?.total,
            },
            ...entryKinds
              .filter((one) => one === kind || (counts?.[one] ?? 0) > 0)
              .map((one) => ({
                id: one,
                label: t(`kind_${one}`),
                href: hrefHere({ kind: one, entry: null, on: null }),
                count: counts?.[one],
              })),
          ]}
        />
      }
    >
      {entries !== undefined && entries.length > 0 && waiting.value !== undefined && (
        <Elsewhere waiting={waiting.value} />
      )}
      <div class={`review${isSplit ? ' review-split' : ''}${isOpen ? ' review-open' : ''}`} ref={box}>
        {entries === undefined &&
          (pages.problem === undefined ? (
            <Skeleton isRows />
          ) : (
            <ProblemTold problem={pages.problem} onAgain={pages.again} />
          ))}
        {entries?.length === 0 && waiting.value !== undefined && (
          <AllDecided kind={kind} waiting={waiting.value} />
        )}
        {entries !== undefined && entries.length > 0 && (
          <>
            <div class="review-list">
              <List
                label={t('title')}
                rows={entries}
                keyOf={({ key }) => key}
                rowHeight={52}
                selected={current?.key ?? null}
                onSelect={({ key }) => setParams({ entry: key }, { isNewStep: !isOpen })}
                onEnd={pages.more}
                row={(entry) => <EntryRow entry={entry} isKindSaid={kind !== null} />}
              />
            </div>
            {current !== null && (
              <Decision
                key={current.key}
                entry={current}
                entries={entries}
                total={total}
                next={keyAfter(entries, current.key)}
                onBack={isSplit ? undefined : () => setParams({ entry: null, on: null })}
              />
            )}
            {current === null && isOpen && pages.isComplete && (
              <div class="decision">
                <Empty title={t('gone')} hint={t('goneHint')}>
                  <Button onClick={() => setParams({ entry: entries[0]?.key ?? null, on: null })}>
                    {t('goOn')}
                  </Button>
                </Empty>
              </div>
            )}
          </>
        )}
      </div>
      <DecideMany />
    </Frame>
  )
}

export const inspectors = {
  entity: lazy<{ readonly id: string }>(
    async () => (await import('../graph/entity-inspector.js')).EntityInspector,
  ),
}

/** The entry of the address. Where there is room for it, and none is named, the first one: it is named from then on. */
function useCurrent(
  pages: { readonly isComplete: boolean; readonly more: () => void },
  entries: readonly Entry[] | undefined,
  isSplit: boolean,
): Entry | null {
  const key = param('entry')
  const current = entries?.find((entry) => entry.key === key) ?? null
  useEffect(() => {
    if (entries === undefined) return
    if (key === '' && isSplit && entries[0] !== undefined) setParams({ entry: entries[0].key })
    // It may stand further down.
    if (key !== '' && current === null && !pages.isComplete) pages.more()
  }, [key, entries, isSplit])
  useKeys({
    ...(key === '' || isSplit ? {} : { close: () => setParams({ entry: null, on: null }) }),
  })
  return current
}

/** What can be done with all of a kind, where that is safe. */
function Several({ entries }: { readonly entries: readonly Entry[] }) {
  const [first] = entries
  if (first === undefined || entries.length < 2) return null
  const sides = (['accept', 'reject'] as const).filter((side) =>
    entries.some((entry) => isSafeTogether(entry, side) && mayDecide(entry, side)),
  )
  if (sides.length === 0) return null
  return (
    <>
      {sides.map((side) => (
        <Button key={side} onClick={() => void askSeveral(first.kind, side)}>
          {t(side === 'accept' ? acceptAllOf(first.kind) : 'manyReject')}
        </Button>
      ))}
    </>
  )
}

function acceptAllOf(kind: EntryKind) {
  return kind === 'reflection' ? 'manySeen' : 'manyAccept'
}

function useSplit() {
  const box = useRef<HTMLDivElement>(null)
  const [isSplit, setSplit] = useState(false)
  useLayoutEffect(() => {
    if (box.current === null) return
    const measure = () => setSplit((box.current?.clientWidth ?? 0) >= SPLIT_PX)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, isSplit] as const
}
