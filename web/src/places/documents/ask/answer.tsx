import { href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { Markdown } from '../../../parts/markdown.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Section } from '../../../parts/section.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { t } from '../words.js'
import { Place } from './place.js'
import { quoteLink } from './quote-link.js'
import { useAsked } from './use-asked.js'

/** What the documents say, with numbered citations that open where they stand, and what no document says. */
export function Answer({ question, task }: { readonly question: string; readonly task: string }) {
  const asked = useAsked(question, task)
  if (asked.value === undefined) {
    if (asked.problem?.code === 'stopped') {
      return (
        <Empty title={t('stopped')}>
          <Button onClick={asked.again}>{t('askAgain')}</Button>
        </Empty>
      )
    }
    if (asked.problem !== undefined) return <ProblemTold problem={asked.problem} onAgain={asked.again} />
    return (
      <>
        <Button onClick={asked.stop}>{t('stop')}</Button>
        <p class="meta" role="status">
          {t('asking')}
        </p>
        <Skeleton lines={5} />
      </>
    )
  }
  const { answer, citations, gaps, by, detail, waiting, steps, removedCitations, read } = asked.value
  const isByPassages = by === 'passages'
  if (citations.length === 0 && gaps.length === 0)
    return <Empty title={t('noHits')} hint={detail ?? t('noHitsHint')} />
  return (
    <div class="answer">
      {/* Passages are the citations themselves. */}
      {!isByPassages && <Markdown text={answer} />}
      <p class="meta">
        {isByPassages ? t('byPassages') : t('byModel', by, steps)}
        {detail !== null && ` · ${detail}`}
      </p>
      {citations.length > 0 && (
        <ol class="citations" aria-label={t('citations')}>
          {citations.map((citation, index) => (
            <li key={index}>
              <a class="citation" href={quoteLink(citation)}>
                <span class="citation-number" aria-hidden="true">
                  {index + 1}
                </span>
                <span class="citation-text">
                  <q class="citation-quote">{citation.quote}</q>
                  <Place
                    title={citation.title}
                    headings={citation.headings}
                    line={citation.line}
                    lastLine={citation.lastLine}
                  />
                </span>
              </a>
            </li>
          ))}
        </ol>
      )}
      {gaps.length > 0 && (
        <section class="gaps">
          <h2 class="documents-heading">{t('gaps')}</h2>
          <p class="meta">{t('gapsHint')}</p>
          <ul>
            {gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </section>
      )}
      {removedCitations > 0 && <p class="meta">{t('removed', removedCitations)}</p>}
      {waiting > 0 && (
        <p class="meta">
          {t('waits', waiting)}{' '}
          <a class="link" href={href('review', { kind: 'document' })}>
            {t('toReview')}
          </a>
        </p>
      )}
      {!isByPassages && read.length > 0 && (
        <Section title={t('wasRead')} isOpen={false}>
          <ul class="answer-read">
            {read.flatMap(({ document, title, version, sections }) =>
              sections.map(({ anchor, heading }) => (
                <li key={`${document} ${anchor}`}>
                  <a class="link" href={href(`documents/${document}`, { version: String(version), anchor })}>
                    {title} › {heading}
                  </a>
                </li>
              )),
            )}
          </ul>
        </Section>
      )}
    </div>
  )
}
