import { useEffect, useRef } from 'preact/hooks'
import { type KeyId, keyIds, keysOf } from './key-map.js'

type Handlers = Partial<Readonly<Record<KeyId, () => void>>>

/** Who handles keys now; the one that came last has the first word. */
const stack: { current: Handlers }[] = []
let begun: { key: string; at: number } | undefined

const SEQUENCE_MS = 1_200

/**
 * Handles keys for as long as the component is there: `useKeys({ accept: () => … })`. Keys typed into a field are the
 * field's. Where two components handle the same key, the later one does.
 */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    stack.push(latest)
    return () => {
      stack.splice(stack.indexOf(latest), 1)
    }
  }, [])
}

/** Begins to listen; once in the page. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const id = idOf(event)
    if (id === undefined) return
    const handler = stack.findLast(({ current }) => current[id] !== undefined)?.current[id]
    if (handler === undefined) return
    event.preventDefault()
    handler()
  })
}

function idOf(event: KeyboardEvent): KeyId | undefined {
  const isMod = event.metaKey || event.ctrlKey
  // A letter is the same with Shift; a name such as Enter is written as it is.
  const key = isMod && event.key.length === 1 ? event.key.toLowerCase() : event.key
  const pressed = isMod ? `mod+${key}` : key
  if (event.altKey || (!isMod && isTyping(event.target))) return undefined
  // Enter on a button or a link is that button's.
  if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary'))
    return undefined
  const sequence =
    begun !== undefined && event.timeStamp - begun.at < SEQUENCE_MS ? `${begun.key} ${pressed}` : undefined
  begun = undefined
  const found = keyIds.find((id) => sequence !== undefined && keysOf(id).includes(sequence))
  if (found !== undefined) return found
  if (keyIds.some((id) => keysOf(id).some((keys) => keys.startsWith(`${pressed} `)))) {
    begun = { key: pressed, at: event.timeStamp }
  }
  return keyIds.find((id) => keysOf(id).includes(pressed))
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.matches('input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select') ||
    target.closest('dialog[open]') !== null
  )
}
