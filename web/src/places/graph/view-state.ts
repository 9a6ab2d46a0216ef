import { computed, signal } from '@preact/signals'
import { param, setParams } from '../../location/location.js'
import { type TrustLevel, trustLevels, type View } from './shown.js'

/** What the address says of the picture; the path's own nodes are not in it, only its two ends. */
export interface ViewState extends Omit<View, 'path'> {
  readonly ends: readonly [from: string, to: string] | null
  /** How many relations of each are followed, where more than usual were asked for. */
  readonly limits: ReadonlyMap<string, number>
}

export const USUAL_LIMIT = 40
const DAY_MS = 86_400_000

/** Where a hand holds the slider: an address takes no step for each pixel. Undefined: it holds nothing. */
const heldTime = signal<number | null | undefined>(undefined)

/** Focus, what is open, filters, time and path: all of it stands in the address. */
export const viewState = computed((): ViewState => {
  const opened = listOf('open').map((one) => one.split('.'))
  const limits = new Map(
    opened.flatMap(([id = '', limit]) => (limit ? [[id, Number(limit) || USUAL_LIMIT]] : [])),
  )
  const [from = '', to = ''] = param('path').split('..')
  const trust = param('trust') as TrustLevel
  return {
    focus: param('focus') || from,
    open: opened.map(([id = '']) => id),
    limits,
    ends: from !== '' && to !== '' ? [from, to] : null,
    hiddenTypes: new Set(listOf('hide')),
    hiddenRelations: new Set(listOf('without')),
    trust: trustLevels.includes(trust) ? trust : 'untrusted',
    at: heldTime.value === undefined ? readDay(param('at')) : heldTime.value,
    hasPast: param('past') !== 'no',
  }
})

/** Begins anew with one, opened. */
export function focusOn(id: string): void {
  setParams({ focus: id, open: null, path: null, on: beside(id) }, { isNewStep: true })
}

/** Selects what is begun with where the inspector stands beside the picture, and not over it. */
export function beside(id: string): string | null {
  return matchMedia('(min-width: 1100px)').matches ? `entity:${id}` : null
}

/** Back to where one has not begun yet. */
export function leaveFocus(): void {
  setParams({ focus: null, open: null, path: null, on: null, at: null }, { isNewStep: true })
}

/** Opens one, or closes it; where one began stays open. */
export function toggleOpen(id: string): void {
  const { open, focus } = viewState.value
  if (id === focus) return
  if (open.includes(id)) close(id)
  else setParams({ open: [...listOf('open'), id].join(',') }, { isNewStep: true })
}

/** Follows more relations of one. */
export function openFurther(id: string, shown: number): void {
  const others = listOf('open').filter((one) => one.split('.')[0] !== id)
  setParams({ open: [...others, `${id}.${Math.min(2_000, shown + FURTHER)}`].join(',') })
}

const FURTHER = 100

export function setFilter(name: 'hide' | 'without', values: ReadonlySet<string>): void {
  setParams({ [name]: [...values].join(',') })
}

/** The picture as it was, while the slider is moved. */
export function holdTime(at: number | null): void {
  heldTime.value = at === null ? null : endOfDay(at)
}

/** @param at milliseconds UTC; null: now */
export function setTime(at: number | null): void {
  heldTime.value = undefined
  setParams({ at: at === null ? null : new Date(at).toISOString().substring(0, 10) })
}

/** The way between two is looked for; null takes it away. */
export function setPath(ends: readonly [string, string] | null): void {
  setParams({ path: ends === null ? null : ends.join('..') }, { isNewStep: ends !== null })
}

function close(id: string): void {
  const left = listOf('open').filter((one) => one.split('.')[0] !== id)
  setParams({ open: left.join(',') }, { isNewStep: true })
}

function listOf(name: string): string[] {
  return param(name)
    .split(',')
    .filter((one) => one !== '')
}

/** The end of a day: what began on it had begun. */
function readDay(text: string): number | null {
  const at = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : endOfDay(at)
}

function endOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS + DAY_MS - 1
}
