import { useRef } from 'preact/hooks'
import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { sayCount } from '../../language/numbers.js'
import { href } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Markdown } from '../../parts/markdown.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import type { EntryOf } from './entry.js'
import { changesOf } from './say-entry.js'
import { SectionDiff } from './section-diff.js'
import { t } from './words.js'

type Diff = NonNullable<OutputOf<'knowledge.show'>['diff']>
type Change = Diff['sections'][number]['change']

/** A version that waits: its outline with what is new in it, then the lines that differ, or all of its text. */
export function DocumentDecision({ entry }: { readonly entry: EntryOf<'document'> }) {
  const { document, diff: counts, sections, tokens } = entry
  const shown = useOperation('knowledge.show', {
    document: document.id,
    shelf: document.shelf,
    ...(counts === null ? { text: true } : { diff: true }),
  })
  const body = useRef<HTMLDivElement>(null)
  const diff = shown.value?.diff ?? null
  const text = shown.value?.text ?? null
  return (
    <>
      <p class="side-meta meta">
        <span class="mono">{document.source}</span>
        <span>{t('sections', sections)}</span>
        <span>{t('tokens', sayCount(tokens))}</span>
        {counts !== null &&
          changesOf(counts).map((change) => (
            <span key={change} class={`change change-${change}`}>
              {t(`counts_${change}`, counts[change])}
            </span>
          ))}
        <a class="link" href={href('documents', { on: `document:${document.id}` })}>
          {t('openInDocuments')}
        </a>
      </p>
      <div class="document-decision" ref={body}>
        <Outline
          entry={entry}
          diff={diff}
          onGo={(anchor) =>
            body.current
              ?.querySelector(`[data-section="${CSS.escape(anchor)}"]`)
              ?.scrollIntoView({ block: 'start', behavior: 'smooth' })
          }
        />
        <div class="document-text">
          {shown.value === undefined &&
            (shown.problem === undefined ? (
              <Skeleton lines={8} />
            ) : (
              <ProblemTold problem={shown.problem} onAgain={shown.again} />
            ))}
          {diff !== null && diff.sections.length === 0 && <p class="meta">{t('sameText')}</p>}
          {diff?.sections.map((section) => (
            <SectionDiff key={`${section.change} ${section.anchor}`} section={section} />
          ))}
          {diff?.isComplete === false && <p class="meta">{t('longDiff')}</p>}
          {counts === null && text !== null && (
            <>
              <Markdown text={text.content} />
              {text.next !== null && <p class="meta">{t('textGoesOn')}</p>}
            </>
          )}
        </div>
      </div>
    </>
  )
}

interface OutlineProps {
  readonly entry: EntryOf<'document'>
  readonly diff: Diff | null
  readonly onGo: (anchor: string) => void
}

function Outline({ entry: { outline, sections }, diff, onGo }: OutlineProps) {
  const changes = new Map<string, Change>(diff?.sections.map(({ anchor, change }) => [anchor, change]))
  return (
    <nav class="document-outline" aria-label={t('outline')}>
      <h3 class="side-label">{t('outline')}</h3>
      <ol>
        {outline.map(({ anchor, heading, level }) => {
          const change = changes.get(anchor)
          return (
            <li key={anchor} class="document-step" style={{ '--level': String(Math.min(4, level - 1)) }}>
              {change === undefined ? (
                <span class="clip">{heading}</span>
              ) : (
                <Button kind="quiet" onClick={() => onGo(anchor)}>
                  <span class="clip">{heading}</span>
                  <span class={`change change-${change}`}>{t(`change_${change}`)}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {sections > outline.length && <p class="meta">{t('sections', sections)}</p>}
    </nav>
  )
}
