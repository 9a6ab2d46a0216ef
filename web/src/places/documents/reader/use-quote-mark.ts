import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { quotePlace } from './quote-place.js'

export interface QuoteWanted {
  readonly anchor: string
  /** '' for none. */
  readonly quote: string
}

const NAME = 'quote'

/** Marks a quote in its section once that is drawn, and brings it into sight: without touching what is drawn. */
export function useQuoteMark(
  box: RefObject<HTMLElement>,
  { anchor, quote }: QuoteWanted,
): 'found' | 'missing' | null {
  const [found, setFound] = useState<'found' | 'missing' | null>(null)
  useEffect(() => {
    setFound(null)
    const element = box.current
    if (element === null || quote === '') return
    let isShown = false
    const look = () => {
      const section = element.querySelector(`[data-section="${CSS.escape(anchor)}"]`)
      if (section === null) return
      const range = rangeOf(section, quote)
      setFound(range === null ? 'missing' : 'found')
      if (range === null) return
      if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
      if (!isShown) range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
      isShown = true
    }
    look()
    // Markdown is drawn a little later than its text.
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      if ('highlights' in CSS) CSS.highlights.delete(NAME)
    }
  }, [anchor, quote, box.current])
  return found
}

function rangeOf(section: Element, quote: string): Range | null {
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT)
  const nodes: { readonly node: Node; readonly start: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  const place = quotePlace(text, quote)
  if (place === null) return null
  const range = document.createRange()
  const [first, last] = [nodeAt(nodes, place[0]), nodeAt(nodes, place[1] - 1)]
  if (first === undefined || last === undefined) return null
  range.setStart(first.node, place[0] - first.start)
  range.setEnd(last.node, place[1] - last.start)
  return range
}

function nodeAt<N extends { readonly start: number }>(nodes: readonly N[], at: number): N | undefined {
  return nodes.findLast(({ start }) => start <= at)
}
