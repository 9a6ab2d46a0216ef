import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useOperation } from '../../../api/use-operation.js'
import { hrefHere, param } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Markdown } from '../../../parts/markdown.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import type { ShownDocument } from '../document.js'
import { t } from '../words.js'
import { type Chunk, chunkOf, piecesOf } from './chunks.js'
import { Outline } from './outline.js'
import { useQuoteMark } from './use-quote-mark.js'

export interface ReadTabProps {
  readonly shown: ShownDocument
  readonly version: NonNullable<ShownDocument['version']>
  readonly chunks: readonly Chunk[]
}

/** The text beside its outline. Long documents are read a stretch at a time, from the section of the address on. */
export function ReadTab({ shown, version, chunks }: ReadTabProps) {
  const { document, outline } = shown
  const anchor = param('anchor')
  const hasAnchor = location.search.includes('anchor=')
  const quote = param('quote')
  const box = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState<readonly [number, number]>(() => {
    const at = hasAnchor ? chunkOf(chunks, anchor) : 0
    return [at, at]
  })
  const wanted = hasAnchor ? chunkOf(chunks, anchor) : 0
  useEffect(() => {
    if (hasAnchor && (wanted < range[0] || wanted > range[1])) setRange([wanted, wanted])
  }, [anchor, hasAnchor])
  const current = useCurrentSection(box, hasAnchor ? anchor : '', outline?.sections[0]?.anchor ?? null)
  const found = useQuoteMark(box, { anchor, quote })
  useBroughtIntoSight(box, hasAnchor && quote === '' ? anchor : null)
  const isPlain = /\.(txt|text|log)$/i.test(document.source ?? '')
  return (
    <div class="reader">
      <Outline
        sections={outline?.sections ?? []}
        isComplete={outline?.isComplete !== false}
        current={current}
      />
      <div class="reader-text" ref={box} tabIndex={-1}>
        <div class="reader-column">
          <Remarks shown={shown} version={version} found={found} />
          {range[0] > 0 && (
            <Button kind="quiet" icon="up" onClick={() => setRange([range[0] - 1, range[1]])}>
              {t('earlier')}
            </Button>
          )}
          {chunks.slice(range[0], range[1] + 1).map((chunk) => (
            <Stretch
              key={chunk.from}
              chunk={chunk}
              document={document.id}
              shelf={document.shelf}
              version={version.number}
              isPlain={isPlain}
            />
          ))}
          {range[1] < chunks.length - 1 ? (
            <OnSight onSeen={() => setRange([range[0], range[1] + 1])} key={range[1]}>
              <Button onClick={() => setRange([range[0], range[1] + 1])}>{t('later')}</Button>
            </OnSight>
          ) : (
            <p class="reader-end meta">{t('end', version.title)}</p>
          )}
        </div>
      </div>
    </div>
  )
}

interface RemarksProps {
  readonly shown: ShownDocument
  readonly version: ReadTabProps['version']
  readonly found: 'found' | 'missing' | null
}

/** Which version this is, where it is not the one that answers, and what became of the quote. */
function Remarks({ shown: { document }, version, found }: RemarksProps) {
  const { latest, published, status } = document
  const isOld = version.number !== latest
  const toLatest = { version: null, anchor: null, quote: null }
  return (
    <>
      {isOld && (
        <p class="reader-remark">
          {t('oldVersion', version.number)}{' '}
          <a class="link" href={hrefHere(toLatest)}>
            {t('readLatest')}
          </a>
        </p>
      )}
      {!isOld && status === 'pending' && published !== null && (
        <p class="reader-remark">
          {t('waitsBeside', latest, published)}{' '}
          <a class="link" href={hrefHere({ tab: 'changes', anchor: null, quote: null })}>
            {t('seeChanges')}
          </a>{' '}
          <a class="link" href={hrefHere({ version: String(published), anchor: null, quote: null })}>
            {t('readPublished')}
          </a>
        </p>
      )}
      {found !== null && (
        <p class="reader-remark" role="status">
          {t(found === 'found' ? 'quoted' : 'quoteMissing')}
        </p>
      )}
    </>
  )
}

interface StretchProps {
  readonly chunk: Chunk
  readonly document: string
  readonly shelf: ShownDocument['document']['shelf']
  readonly version: number
  readonly isPlain: boolean
}

function Stretch({ chunk, document, shelf, version, isPlain }: StretchProps) {
  const read = useOperation('knowledge.show', {
    document,
    shelf,
    version,
    text: true,
    from: chunk.from,
    maxChars: Math.max(1_000, chunk.chars),
  })
  const text = read.value?.text?.content.substring(0, chunk.chars)
  if (text === undefined) {
    return read.problem === undefined ? (
      <Skeleton lines={10} />
    ) : (
      <ProblemTold problem={read.problem} onAgain={read.again} />
    )
  }
  return (
    <>
      {piecesOf(chunk, text).map(({ anchor, text: piece }, index) => (
        <section key={anchor ?? `piece ${index}`} class="reader-section" data-section={anchor ?? undefined}>
          {isPlain ? <div class="verbatim">{piece}</div> : <Markdown text={piece} />}
        </section>
      ))}
    </>
  )
}

/** Calls once it comes into sight. */
function OnSight({
  onSeen,
  children,
}: {
  readonly onSeen: () => void
  readonly children: ComponentChildren
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onSeen()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <div ref={box}>{children}</div>
}

/** The section that is read now: where one went, until one scrolls; then the one at the top, or a little below it. */
function useCurrentSection(
  box: { readonly current: HTMLElement | null },
  went: string,
  first: string | null,
): string | null {
  const [current, setCurrent] = useState(went === '' ? first : went)
  const isHeld = useRef(went !== '')
  useEffect(() => {
    if (went === '') return
    isHeld.current = true
    setCurrent(went)
  }, [went])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => {
      if (isHeld.current) return
      const { top } = element.getBoundingClientRect()
      const line = top + Math.min(element.clientHeight / 3, element.scrollTop + 40)
      const sections = [...element.querySelectorAll<HTMLElement>('[data-section]')]
      const at = sections.findLast((section) => section.getBoundingClientRect().top <= line) ?? sections[0]
      setCurrent(at?.dataset['section'] ?? null)
    }
    const letGo = () => {
      isHeld.current = false
    }
    element.addEventListener('scroll', look, { passive: true })
    for (const event of hands) element.addEventListener(event, letGo, { passive: true })
    return () => {
      element.removeEventListener('scroll', look)
      for (const event of hands) element.removeEventListener(event, letGo)
    }
  }, [])
  return current
}

/** By which a person scrolls. */
const hands = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const

/** Goes to a section as soon as it is drawn, and once more when Markdown has given it its height. */
function useBroughtIntoSight(box: { readonly current: HTMLElement | null }, anchor: string | null): void {
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || anchor === null) return
    const bring = () =>
      element.querySelector(`[data-section="${CSS.escape(anchor)}"]`)?.scrollIntoView({ block: 'start' })
    bring()
    const observer = new MutationObserver(bring)
    observer.observe(element, { childList: true, subtree: true })
    // From then on the person scrolls.
    const stop = () => observer.disconnect()
    for (const event of hands) element.addEventListener(event, stop, { passive: true })
    return () => {
      stop()
      for (const event of ['wheel', 'pointerdown', 'keydown'] as const)
        element.removeEventListener(event, stop)
    }
  }, [anchor])
}
