import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Item } from '../../../api/operation-types.js'
import { usePages } from '../../../api/use-pages.js'
import { sayDay, sayTick } from '../../../language/dates.js'
import { param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { List } from '../../../parts/list.js'
import { Select } from '../../../parts/select.js'
import { type FactFilter, itemQuestion } from './fact-filter.js'
import { type FactLane, factLanes, isFact } from './fact-lanes.js'
import { Nothing, Waiting } from './fact-list.js'
import { LaneRow } from './lane-row.js'
import { placeIn, type TimeScale, timeScale } from './time-scale.js'
import { t } from './words.js'

const LANE_PX = 30
const DAY = 86_400_000
/** Days that a stretch is long; `all` is as long as there are facts. */
const ranges = { all: 0, years5: 1_826, year1: 365, days90: 90, days30: 30 } as const

/** Every key on a line of its own, with all that ever held it; the slider fades what was not true on a day. */
export function TimeLine({ filter }: { readonly filter: FactFilter }) {
  const pages = usePages('memory.items', [itemQuestion(filter, true)], {
    read: ({ items, next }) => ({ rows: items as readonly Item[], next }),
    keyOf: ({ id }) => id,
  })
  const [track, width] = useWidth()
  const lanes = useMemo(() => factLanes(pages.rows ?? []), [pages.rows])
  const range = rangeOf(param('range'))
  const scale = useMemo(() => scaleOf(pages.rows ?? [], range, width), [pages.rows, range, width])
  const selected = selection.value?.id ?? null
  const lane = useMemo(
    () => lanes.find(({ facts }) => facts.some(({ id }) => id === selected))?.id ?? null,
    [lanes, selected],
  )
  const at = filter.asOf === '' ? null : endOfDay(filter.asOf)
  return (
    <div class="line">
      <div class="line-axis">
        <div class="line-grid">
          <div class="line-ranges">
            <Select
              label={t('range')}
              isLabelHidden
              isQuiet
              value={range}
              options={[
                { value: 'all', label: t('everything') },
                ...(['years5', 'year1', 'days90', 'days30'] as const).map((value) => ({
                  value,
                  label: t(value),
                })),
              ]}
              onChange={(value) => setParams({ range: value === 'all' ? null : value })}
            />
          </div>
          <div class="line-track" ref={track}>
            {scale.ticks.map((tick) => (
              <span key={tick.at} class="line-tick" style={{ '--at': `${placeIn(scale, tick.at) * 100}%` }}>
                {sayTick(tick.at, tick.unit)}
              </span>
            ))}
            <Slider scale={scale} at={at} />
          </div>
        </div>
      </div>
      {pages.rows === undefined ? (
        <Waiting pages={pages} />
      ) : (
        <List<FactLane>
          label={t('lineLabel')}
          rows={lanes}
          keyOf={({ id }) => id}
          rowHeight={LANE_PX}
          row={(row) => <LaneRow lane={row} scale={scale} at={at} width={width} selected={selected} />}
          selected={lane}
          onSelect={({ leading }) => select('item', leading.id)}
          onEnd={pages.more}
          empty={<Nothing filter={filter} />}
        />
      )}
    </div>
  )
}

/** By days; at its end it stands for today, and filters nothing. */
function Slider({ scale, at }: { readonly scale: TimeScale; readonly at: number | null }) {
  const days = Math.max(1, Math.round((scale.until - scale.from) / DAY))
  const value = at === null ? days : Math.round(placeIn(scale, at) * days)
  return (
    <input
      class="line-slider"
      type="range"
      aria-label={t('slider')}
      aria-valuetext={at === null ? t('now') : sayDay(new Date(at).toISOString())}
      min={0}
      max={days}
      value={value}
      onInput={(event) => {
        const chosen = Number(event.currentTarget.value)
        setParams({ at: chosen >= days ? null : dayOf(scale.from + chosen * DAY) })
      }}
    />
  )
}

function rangeOf(text: string): keyof typeof ranges {
  return Object.hasOwn(ranges, text) ? (text as keyof typeof ranges) : 'all'
}

function scaleOf(items: readonly Item[], range: keyof typeof ranges, width: number): TimeScale {
  const now = Date.now()
  const starts = items.filter(isFact).map(({ fact }) => Date.parse(fact.validFrom))
  const first = starts.reduce((least, one) => Math.min(least, one), now - 30 * DAY)
  const from = range === 'all' ? first : now - ranges[range] * DAY
  // A little more than today, so that what began today is seen.
  const until = now + (now - from) * 0.02
  return timeScale(from - (now - from) * 0.01, until, Math.max(2, Math.floor(width / 72)))
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59.999`).getTime()
}
