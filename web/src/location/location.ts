import { computed, signal } from '@preact/signals'
import { partsOf, pathOf } from './path-parts.js'

const here = signal(currentUrl())
addEventListener('popstate', () => {
  here.value = currentUrl()
})

/** The parts of the path: `/memory/facts` is `['memory', 'facts']`. */
export const path = computed(() => partsOf(here.value.pathname))

/** The state of the page. Every filter and selection is here, so that Back works and a link can be shared. */
export const params = computed(() => here.value.searchParams)

/** One parameter of the page; '' when absent. */
export function param(name: string): string {
  return params.value.get(name) ?? ''
}

export interface StepOptions {
  /** Back returns to what was before. Default false for filters, true for places. */
  readonly isNewStep?: boolean
}

/** Changes some parameters; null and '' take one away. */
export function setParams(
  changes: Readonly<Record<string, string | null>>,
  { isNewStep = false }: StepOptions = {},
): void {
  step(changed(changes), isNewStep)
}

/**
 * The address of a place: `href('memory/facts', { on: 'item:…' })`. As whom the caller looks goes along; all else of the
 * page is left behind. A part that may hold a slash is given by itself: `href(['tasks', session])`.
 */
export function href(
  to: string | readonly string[],
  state: Readonly<Record<string, string | null>> = {},
): string {
  const next = new URLSearchParams()
  for (const name of ['user', 'workspace']) {
    const value = params.value.get(name)
    if (value !== null) next.set(name, value)
  }
  for (const [name, value] of Object.entries(state)) {
    if (value !== null && value !== '') next.set(name, value)
    else next.delete(name)
  }
  const query = next.toString()
  return pathOf(typeof to === 'string' ? to.split('/') : to) + (query === '' ? '' : `?${query}`)
}

/** The address of this page with some parameters changed; null takes one away. */
export function hrefHere(changes: Readonly<Record<string, string | null>>): string {
  const next = changed(changes)
  return next.pathname + next.search
}

/** Goes to an address that `href` made. */
export function go(address: string, { isNewStep = true }: StepOptions = {}): void {
  step(new URL(address, here.value), isNewStep)
}

/** Makes every plain `<a href="/…">` a step inside the page; other clicks are the browser's. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!isPlain || event.defaultPrevented || link === null || link.origin !== location.origin) return
    if (link.target !== '' || link.hasAttribute('download') || link.getAttribute('href')?.startsWith('#'))
      return
    event.preventDefault()
    go(link.href)
  })
}

function changed(changes: Readonly<Record<string, string | null>>): URL {
  const next = new URL(here.value)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.searchParams.delete(name)
    else next.searchParams.set(name, value)
  }
  return next
}

function step(next: URL, isNewStep: boolean): void {
  next.hash = ''
  if (next.href === here.value.href) return
  if (isNewStep) history.pushState(null, '', next)
  else history.replaceState(null, '', next)
  here.value = next
}

function currentUrl(): URL {
  const url = new URL(location.href)
  url.hash = ''
  return url
}
