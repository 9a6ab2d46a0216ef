import { useEffect, useRef } from 'preact/hooks'
import { hrefHere } from '../../../location/location.js'
import { isNarrow } from '../../../shell/narrow.js'
import { t } from '../words.js'
import type { OutlineSection } from './chunks.js'

export interface OutlineProps {
  readonly sections: readonly OutlineSection[]
  readonly isComplete: boolean
  /** The address of the section that is read. */
  readonly current: string | null
}

/** The sections of a document; each is a place in the address. On a phone it folds away over the text. */
export function Outline({ sections, isComplete, current }: OutlineProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isNarrow.value) box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (sections.length < 2) return null
  const top = Math.min(...sections.map(({ level }) => level).filter((level) => level > 0))
  const list = (
    <ol>
      {sections.map(({ anchor, heading, level }) => (
        <li key={anchor} style={{ '--level': String(Math.max(0, Math.min(5, level - top))) }}>
          <a
            class="reader-step clip"
            href={hrefHere({ anchor, quote: null })}
            aria-current={anchor === current ? 'true' : undefined}
            title={heading}
          >
            {heading === '' ? t('before') : heading}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <nav class="reader-outline" ref={box} aria-label={t('outline')}>
      {isNarrow.value ? (
        <details key={current}>
          <summary>{t('outline')}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {!isComplete && <p class="meta">{t('outlineMore')}</p>}
    </nav>
  )
}
