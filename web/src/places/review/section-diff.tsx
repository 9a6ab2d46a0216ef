import type { OutputOf } from '../../api/operation-types.js'
import { Highlight } from '../../parts/highlight.js'
import { markLines } from './mark-lines.js'
import { t } from './words.js'

type ChangedSection = NonNullable<OutputOf<'knowledge.show'>['diff']>['sections'][number]

/** What differs in one section, line by line; in a line that was changed, the words that are new. */
export function SectionDiff({ section }: { readonly section: ChangedSection }) {
  const { change, anchor, heading, line, hunks } = section
  return (
    <section class="section-diff" data-section={anchor}>
      <header class="section-diff-head">
        <h3>{heading}</h3>
        <span class={`change change-${change}`}>{t(`change_${change}`)}</span>
      </header>
      {hunks === null && <p class="meta">{t(change === 'moved' ? 'movedOnly' : 'longDiff')}</p>}
      {hunks?.map((hunk) => (
        <ol key={hunk.newLine} class="diff" aria-label={heading}>
          {numbered(hunk, line).map(({ sign, text, spans, number }, index) => (
            <li
              key={index}
              class={`diff-row diff-${sign === '+' ? 'added' : sign === '-' ? 'removed' : 'kept'}`}
            >
              <span class="diff-number" aria-hidden="true">
                {number}
              </span>
              <span class="diff-sign" aria-hidden="true">
                {sign === '-' ? '−' : sign}
              </span>
              <span class="diff-text verbatim">
                {sign !== ' ' && (
                  <span class="only-heard">{t(sign === '+' ? 'lineAdded' : 'lineRemoved')}: </span>
                )}
                <Highlight text={text} spans={spans} />
              </span>
            </li>
          ))}
        </ol>
      ))}
    </section>
  )
}

type Hunk = NonNullable<ChangedSection['hunks']>[number]

/** With the number of each line in the new version; what was removed has none there. */
function numbered({ newLine, lines }: Hunk, first: number) {
  let at = first + newLine - 2
  return markLines(lines).map((line) => {
    if (line.sign !== '-') at += 1
    return { ...line, number: line.sign === '-' ? '' : String(at) }
  })
}
