import { useOperation } from '../../../api/use-operation.js'
import { href } from '../../../location/location.js'
import { Empty } from '../../../parts/empty.js'
import { Highlight } from '../../../parts/highlight.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { t } from '../words.js'
import { Place } from './place.js'

/** The sections that answer best, each with a passage; one opens where it stands. */
export function FoundSections({ question, task }: { readonly question: string; readonly task: string }) {
  const found = useOperation('knowledge.search_docs', { question, task, limit: 30 })
  if (found.value === undefined) {
    return found.problem === undefined ? (
      <Skeleton lines={8} />
    ) : (
      <ProblemTold problem={found.problem} onAgain={found.again} />
    )
  }
  const { hits, relaxed, missing } = found.value
  return (
    <>
      {relaxed.map((phrase) => (
        <p key={phrase} class="meta">
          {t('relaxed', phrase)}
        </p>
      ))}
      {hits.length === 0 && <Empty title={t('noHits')} hint={missing ?? t('noHitsHint')} />}
      <ol class="citations">
        {hits.map(({ document, anchor, heading, headings, excerpt, matched, line, lastLine }) => (
          <li key={`${document.id} ${anchor}`}>
            <a
              class="citation"
              href={href(`documents/${document.id}`, {
                version: String(document.version),
                anchor,
                quote: excerpt,
              })}
            >
              <span class="citation-text">
                <strong>{heading === '' ? document.title : heading}</strong>
                <span class="citation-excerpt">
                  <Highlight text={excerpt} spans={matched} />
                </span>
                <Place title={document.title} headings={headings} line={line} lastLine={lastLine} />
              </span>
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
