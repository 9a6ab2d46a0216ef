import { useOperation } from '../../api/use-operation.js'
import { sayExactly } from '../../language/dates.js'
import { hrefHere } from '../../location/location.js'
import type { EntryOf } from './entry.js'
import { reportLines } from './report-lines.js'
import { sayEntry } from './say-entry.js'
import { t } from './words.js'

/** What the memory found about itself, as it was kept; what it names by ids is said in words, and can be opened. */
export function ReportDecision({ entry }: { readonly entry: EntryOf<'reflection'> }) {
  const { value } = useOperation('memory.review', { kinds: ['conflict', 'proposed_fact'], limit: 100 })
  const waiting = new Map(value?.entries.flatMap((one) => ('id' in one ? [[one.id, one] as const] : [])))
  return (
    <div class="report">
      {reportLines(entry.item.text).map(({ text, id, rest }, index) => {
        if (id === null) return text === '' ? null : <p key={index}>{text}</p>
        const waits = waiting.get(id)
        return (
          <p key={index} class="report-about">
            {waits === undefined ? (
              // What it says of a fact goes on behind its id; of a contradiction it says the id alone.
              rest === '' ? (
                <span class="meta">{value !== undefined && t('noMore')}</span>
              ) : (
                <FactNamed id={id} since={rest} />
              )
            ) : (
              <a class="link" href={hrefHere({ entry: waits.key, kind: null })}>
                {sayEntry(waits).line}
              </a>
            )}
          </p>
        )
      })}
    </div>
  )
}

function FactNamed({ id, since }: { readonly id: string; readonly since: string }) {
  const { value } = useOperation('memory.get', { id })
  return (
    <>
      <a class="link" href={hrefHere({ on: `item:${id}` })}>
        {value?.text ?? id}
      </a>{' '}
      <span class="meta" title={sayExactly(since.replace('since ', ''))}>
        {since}
      </span>
    </>
  )
}
