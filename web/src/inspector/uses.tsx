import { useState } from 'preact/hooks'
import { useOperation } from '../api/use-operation.js'
import { href } from '../location/location.js'
import { Button } from '../parts/button.js'
import { Section } from '../parts/section.js'
import { Time } from '../parts/time.js'
import { t } from './words.js'

const FIRST = 5
const STEP = 20
const MOST = 100

/** The prompts that an item entered, with the reason of each, and the questions it was found for. */
export function Uses({ id }: { readonly id: string }) {
  const [limit, setLimit] = useState(FIRST)
  const { value } = useOperation('memory.uses', { id, limit })
  if (value === undefined) return null
  const { useCount, isInCore, coreReason, recalls, prompts, next } = value
  const isNowhere = recalls.length === 0 && prompts.length === 0 && !isInCore
  const hasMore = next !== null || recalls.length === limit
  return (
    <Section title={t('uses')} count={useCount === 0 ? undefined : useCount}>
      {isNowhere && <p class="meta">{useCount === 0 ? t('usesNone') : t('usedTimes', useCount)}</p>}
      <ul class="uses">
        {isInCore && (
          <li class="use">
            <span>{t('inCore')}</span>
            <code class="meta">{coreReason}</code>
          </li>
        )}
        {prompts.map(({ assemblyId, session, at, block, reason }) => (
          <li key={`${assemblyId} ${block}`} class="use">
            <a class="use-what" href={href(['tasks', session], { on: `prompt:${assemblyId}` })}>
              {t('prompt')} <code class="meta">{reason}</code>
            </a>
            <span class="meta">
              <Time at={at} as="moment" />
            </span>
          </li>
        ))}
        {latestOf(recalls).map(({ recallId, at, question, rank, used, times }) => (
          <li key={recallId} class="use">
            <a class="use-what" href={href('search', { q: question, on: `item:${id}` })}>
              {t('found')} “{question}”{used && ` · ${t('asUsed')}`}
            </a>
            <span class="meta">
              {times > 1 ? `${times} × · ` : ''}
              {t('rank', rank)} · <Time at={at} as="moment" />
            </span>
          </li>
        ))}
      </ul>
      {hasMore && limit < MOST && (
        <div>
          <Button kind="quiet" onClick={() => setLimit(Math.min(MOST, limit + STEP))}>
            {t('more')}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Each question once, as it was asked last: the same one is asked anew whenever memory changes. */
function latestOf<R extends { readonly question: string; readonly used: boolean }>(
  recalls: readonly R[],
): readonly (R & { readonly times: number })[] {
  const latest = new Map<string, R & { times: number }>()
  for (const recall of recalls) {
    const known = latest.get(recall.question)
    if (known === undefined) latest.set(recall.question, { ...recall, times: 1 })
    else latest.set(recall.question, { ...known, used: known.used || recall.used, times: known.times + 1 })
  }
  return [...latest.values()]
}
