import { useState } from 'preact/hooks'
import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayCount } from '../../../language/numbers.js'
import { hrefHere } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Field } from '../../../parts/field.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { TextBox } from '../text-box.js'
import { sayBlock, sayReasonCode } from './say-block.js'
import { StackedBar } from './stacked-bar.js'
import { t } from './words.js'

type Prompt = OutputOf<'prompt.show'>
type Replayed = OutputOf<'prompt.replay'>

/** The same question on what is remembered today, beside the prompt of then: what is gone, new, changed. Keeps nothing. */
export function Replay({ prompt }: { readonly prompt: Prompt }) {
  const { assemblyId: id } = prompt
  const [ask, setAsk] = useState('')
  const [given, setGiven] = useState('')
  const { value, problem, isLoading, again } = useOperation('prompt.replay', {
    id,
    ...(given === '' ? {} : { ask: given }),
  })
  // The words of a question that was only passing through were never kept.
  if (value === undefined && problem !== undefined && prompt.ask === null && !isLoading) {
    return (
      <>
        <p>{t('askGone')}</p>
        {given !== '' && <ProblemTold problem={problem} onAgain={again} />}
        <Field label={t('ask')} value={ask} onInput={setAsk} onEnter={() => setGiven(ask.trim())} />
        <div>
          <Button isDisabled={ask.trim() === ''} onClick={() => setGiven(ask.trim())}>
            {t('replayNow')}
          </Button>
        </div>
      </>
    )
  }
  if (value === undefined)
    return problem === undefined || isLoading ? (
      <Skeleton />
    ) : (
      <ProblemTold problem={problem} onAgain={again} />
    )
  return <Differences then={prompt} now={value} />
}

function Differences({ then, now }: { readonly then: Prompt; readonly now: Replayed }) {
  const isSame = now.gone.length === 0 && now.new.length === 0 && now.changed.length === 0
  const about = new Map([
    ...then.items.map((item) => [item.id, item.about] as const),
    ...now.table.map((item) => [item.id, item.about] as const),
  ])
  return (
    <div class="replay">
      <div class="replay-bars">
        <span class="meta">{t('before')}</span>
        <StackedBar blocks={then.blocks} budget={then.budgetTokens} />
        <span class="replay-tokens">{sayCount(now.tokensThen)}</span>
        <span class="meta">{t('now')}</span>
        <StackedBar blocks={now.tokens.blocks} budget={now.tokens.budget} />
        <span class="replay-tokens">{sayCount(now.tokens.total)}</span>
      </div>
      {isSame && <p>{t('same')}</p>}
      <Changes
        title={t('gone')}
        rows={now.gone.map((one) => ({ ...one, mark: '−', why: t('forgotten') }))}
        about={about}
      />
      <Changes title={t('new')} rows={now.new.map((one) => ({ ...one, mark: '+', why: '' }))} about={about} />
      <Changes
        title={t('changed')}
        rows={now.changed.map((one) => ({
          ...one,
          mark: one.was === 'placed' ? '−' : '+',
          why: one.was === 'placed' ? (one.now === null ? t('noCandidate') : sayReasonCode(one.now)) : '',
        }))}
        about={about}
      />
      {now.text !== undefined && (
        <details>
          <summary class="replay-whole">{t('whole')}</summary>
          <TextBox label={t('whole')} text={now.text} wraps />
        </details>
      )}
    </div>
  )
}

interface ChangesProps {
  readonly title: string
  readonly rows: readonly {
    readonly block: Prompt['items'][number]['block']
    readonly id: string
    readonly mark: string
    readonly why: string
  }[]
  readonly about: ReadonlyMap<string, string | null>
}

function Changes({ title, rows, about }: ChangesProps) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 class="replay-title">
        {title} <span class="meta">{rows.length}</span>
      </h3>
      <ul>
        {rows.map(({ block, id, mark, why }) => (
          <li key={`${block} ${id}`}>
            <a class="item-line" href={hrefHere({ on: `item:${id}` })}>
              <span class={mark === '+' ? 'replay-mark replay-plus' : 'replay-mark replay-minus'}>
                {mark}
              </span>
              <span class="prompt-text">
                <span class="clip">{about.get(id) ?? id}</span>
                <span class="meta">
                  {sayBlock(block)}
                  {why !== '' && ` · ${why}`}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
