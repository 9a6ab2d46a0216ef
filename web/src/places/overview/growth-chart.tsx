import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { sayTick } from '../../language/dates.js'
import { language } from '../../language/language.js'
import { preferences } from '../../shell/preferences.js'
import type { Step } from './growth-steps.js'

export interface GrowthChartProps {
  readonly steps: readonly Step[]
  /** The one that is looked at. */
  readonly at: number | null
  readonly onMove: (at: number | null) => void
}

const HEIGHT_PX = 168
const DAY_S = 86_400

/** Bars: below what came of it, above what was said. Drawn anew when its theme, width or language changes. */
export function GrowthChart({ steps, at, onMove }: GrowthChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>()
  const move = useRef(onMove)
  move.current = onMove
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const inks = readInks(element)
    const made = new uPlot(
      options(inks, element.clientWidth, (index) => move.current(index)),
      [steps.map(({ at }) => at / 1000), steps.map(({ total }) => total), steps.map(({ kept }) => kept)],
      element,
    )
    chart.current = made
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      chart.current = undefined
    }
  }, [steps, theme, language.value])

  useEffect(() => {
    const made = chart.current
    const step = at === null ? undefined : steps[at]
    if (made === undefined || made.cursor.idx === at) return
    made.setCursor({ left: step === undefined ? -10 : made.valToPos(step.at / 1000, 'x'), top: 10 }, false)
  }, [at, steps])

  return (
    <div class="growth-chart" ref={box} aria-hidden="true">
      {inkNames.map((name) => (
        <i key={name} class={`growth-ink growth-ink-${name}`} />
      ))}
    </div>
  )
}

const inkNames = ['heard', 'kept', 'line', 'text'] as const
type Inks = Readonly<Record<(typeof inkNames)[number] | 'font', string>>

/** Only an element's own colour is told as it is seen, theme and all. */
function readInks(box: HTMLElement): Inks {
  const ink = (name: string) => {
    const element = box.querySelector(`.growth-ink-${name}`)
    return element === null ? '#888' : getComputedStyle(element).color
  }
  return {
    heard: ink('heard'),
    kept: ink('kept'),
    line: ink('line'),
    text: ink('text'),
    font: `11px ${getComputedStyle(box).fontFamily}`,
  }
}

function options(inks: Inks, width: number, onMove: (at: number | null) => void): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [0.72, 28], align: 1 })
  const bar = (fill: string): uPlot.Series => ({
    fill,
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  const axis = { stroke: inks.text, font: inks.font, ticks: { show: false } }
  return {
    width,
    height: HEIGHT_PX,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, max) => [0, Math.max(4, max * 1.05)] } },
    series: [{}, bar(inks.heard), bar(inks.kept)],
    axes: [
      {
        ...axis,
        size: 28,
        space: 64,
        grid: { show: false },
        values: (_, splits, __, ___, step) => splits.map((at) => sayTick(at * 1000, unitOf(step))),
      },
      {
        ...axis,
        size: 36,
        space: 30,
        grid: { stroke: inks.line, width: 1 },
        values: (_, splits) => splits.map((count) => (Number.isInteger(count) ? String(count) : '')),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onMove(cursor.idx ?? null)] },
  }
}

function unitOf(seconds: number): 'day' | 'month' | 'year' {
  if (seconds < 27 * DAY_S) return 'day'
  return seconds < 360 * DAY_S ? 'month' : 'year'
}

/** Changes whenever the page looks otherwise. */
function useTheme(): string {
  const [isDark, setDark] = useState(dark.matches)
  useEffect(() => {
    const told = () => setDark(dark.matches)
    dark.addEventListener('change', told)
    return () => dark.removeEventListener('change', told)
  }, [])
  return `${preferences.value.theme} ${isDark}`
}

const dark = matchMedia('(prefers-color-scheme: dark)')
