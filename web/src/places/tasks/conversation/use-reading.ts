import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Step } from './steps.js'

interface ReadingOptions {
  readonly steps: readonly Step[]
  /** The key of the step that is looked at. */
  readonly current: string | undefined
  readonly hasLater: boolean
  readonly earlier: () => void
  readonly later: () => void
}

interface Reading {
  readonly box: RefObject<HTMLDivElement>
  /** The key of the first step in sight. */
  readonly seen: () => string | undefined
  /** Opens or folds a step. */
  readonly toggle: (key: string | undefined) => void
}

const NEAR_PX = 600
const END_PX = 24

/**
 * Where one is in a conversation. Nothing that is loaded, unfolded or said meanwhile moves what one reads; who is at its
 * end stays there. It begins at the step that is looked at, else at the end.
 */
export function useReading({ steps, current, hasLater, earlier, later }: ReadingOptions): Reading {
  const box = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ key: string; top: number }>()
  // Until somebody moves: the end, or the step in the middle.
  const held = useRef<string | 'end' | null>(current ?? 'end')
  const latest = useRef({ hasLater, earlier, later })
  latest.current = { hasLater, earlier, later }

  const remember = () => {
    const element = box.current
    if (element === null) return
    const { left, top } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + element.clientWidth / 2, top + 2)?.closest('[data-step]')
    const key = seen instanceof HTMLElement ? seen.dataset['step'] : undefined
    anchor.current = seen && key !== undefined ? { key, top: seen.getBoundingClientRect().top } : undefined
  }

  const keep = () => {
    const element = box.current
    if (element === null) return
    if (held.current === 'end') element.scrollTop = element.scrollHeight
    else if (held.current !== null) moveTo(element, stepIn(element, held.current), 'center')
    else if (anchor.current !== undefined) {
      const top = stepIn(element, anchor.current.key)?.getBoundingClientRect().top
      if (top !== undefined && top !== anchor.current.top) element.scrollTop += top - anchor.current.top
    }
    remember()
  }

  const loadNear = () => {
    const element = box.current
    if (element === null) return
    if (element.scrollTop < NEAR_PX) latest.current.earlier()
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX) latest.current.later()
  }

  useLayoutEffect(keep, [steps[0]?.key, steps.at(-1)?.key, steps.length])
  useEffect(loadNear, [steps[0]?.key, steps.at(-1)?.key])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(keep)
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    const letGo = () => {
      held.current = null
    }
    const moved = () => {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX
      if (held.current === null && isAtEnd && !latest.current.hasLater) held.current = 'end'
      remember()
      loadNear()
    }
    element.addEventListener('scroll', moved, { passive: true })
    for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      element.addEventListener(name, letGo, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', moved)
    }
  }, [])

  const before = useRef(current)
  useLayoutEffect(() => {
    const element = box.current
    if (element !== null && current !== undefined && current !== before.current) {
      const step = stepIn(element, current)
      const isSeen = step !== undefined && isWithin(step, element)
      if (!isSeen) moveTo(element, step, before.current === undefined ? 'center' : 'nearest')
      held.current = null
      remember()
    }
    before.current = current
  }, [current])

  return {
    box,
    seen: () => anchor.current?.key,
    toggle: (key) => {
      const step = key === undefined || box.current === null ? undefined : stepIn(box.current, key)
      const fold = step?.querySelector('details')
      if (fold) fold.open = !fold.open
    },
  }
}

function stepIn(box: HTMLElement, key: string): HTMLElement | undefined {
  return box.querySelector<HTMLElement>(`[data-step="${CSS.escape(key)}"]`) ?? undefined
}

function isWithin(step: HTMLElement, box: HTMLElement): boolean {
  const [inner, outer] = [step.getBoundingClientRect(), box.getBoundingClientRect()]
  return inner.top >= outer.top && inner.bottom <= outer.bottom
}

/** Of the box alone: `scrollIntoView` would move the page as well. A step that is too high shows its beginning. */
function moveTo(box: HTMLElement, step: HTMLElement | undefined, to: 'center' | 'nearest'): void {
  if (step === undefined) return
  const [inner, outer] = [step.getBoundingClientRect(), box.getBoundingClientRect()]
  const above = inner.top - outer.top
  const below = inner.bottom - outer.bottom
  if (to === 'center') box.scrollTop += above - Math.max(0, (outer.height - inner.height) / 2)
  else if (above < 0 || inner.height > outer.height) box.scrollTop += above
  else if (below > 0) box.scrollTop += below
}
