import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayFigure } from '../../../language/numbers.js'
import { href, param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { Icon } from '../../../parts/icon.js'
import { List } from '../../../parts/list.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Select } from '../../../parts/select.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { MemoryFrame } from '../memory-frame.js'
import './core.css'
import { t } from './words.js'

type Core = OutputOf<'memory.core'>
type Placed = Core['items'][number]

const budgets = ['200', '350', '700', '1400'] as const
const USUAL = '350'

/** What stands in every prompt, with the weight of each and the room it takes; and what found none. */
export function CoreTab() {
  const budget = budgets.find((one) => one === param('budget')) ?? USUAL
  const selectionOf = param('order') === 'recency' ? 'recency' : 'scored'
  const core = useOperation('memory.core', {
    budgetTokens: Number(budget),
    selection: selectionOf,
    isPlaced: false,
    explain: true,
  })
  return (
    <MemoryFrame
      tab="core"
      filters={
        <>
          <Select
            label={t('budget')}
            value={budget}
            options={budgets.map((value) => ({ value, label: t('tokens', Number(value)) }))}
            onChange={(value) => setParams({ budget: value === USUAL ? null : value })}
          />
          <Select
            label={t('order')}
            value={selectionOf}
            options={[
              { value: 'scored', label: t('scored') },
              { value: 'recency', label: t('recency') },
            ]}
            onChange={(value) => setParams({ order: value === 'recency' ? value : null })}
          />
        </>
      }
    >
      {core.value === undefined ? (
        core.problem === undefined ? (
          <Skeleton isRows lines={6} />
        ) : (
          <ProblemTold problem={core.problem} onAgain={core.again} />
        )
      ) : (
        <Shown core={core.value} budget={Number(budget)} isScored={selectionOf === 'scored'} />
      )}
    </MemoryFrame>
  )
}

interface ShownProps {
  readonly core: Core
  readonly budget: number
  readonly isScored: boolean
}

function Shown({ core, budget, isScored }: ShownProps) {
  const { items, leftOut, block, tokens } = core
  return (
    <>
      <div class="core-room">
        <p class="meta">{t('hint')}</p>
        {isScored && (
          <p class="core-legend meta" title={t('parts')}>
            {parts.map((part) => (
              <span key={part}>
                <span class={`core-swatch core-fill-${part}`} /> {nameOf(part)}
              </span>
            ))}
          </p>
        )}
        <Room items={items} tokens={tokens} budget={budget} />
      </div>
      <List
        label={t('listLabel')}
        rows={items}
        keyOf={({ id }) => id}
        rowHeight={44}
        row={(item) => <CoreRow item={item} isScored={isScored} />}
        selected={selection.value?.id ?? null}
        onSelect={({ id }) => select('item', id)}
        empty={
          <Empty title={t('none')} hint={t('noneHint')}>
            <Button href={href('memory/facts')}>{t('seeFacts')}</Button>
          </Empty>
        }
      />
      {leftOut.length > 0 && (
        <details class="memory-fold">
          <summary>
            {t('leftOut')}
            <span class="meta">{leftOut.reduce((sum, { count }) => sum + count, 0)}</span>
          </summary>
          <LeftOut leftOut={leftOut} />
        </details>
      )}
      {block !== '' && (
        <details class="memory-fold">
          <summary>{t('asPrompt')}</summary>
          <pre class="verbatim" tabIndex={0}>
            {block}
          </pre>
        </details>
      )}
    </>
  )
}

/** The budget as one bar: what each line takes, and what is left. */
function Room({
  items,
  tokens,
  budget,
}: {
  readonly items: readonly Placed[]
  readonly tokens: number
  readonly budget: number
}) {
  const lines = items.reduce((sum, item) => sum + item.tokens, 0)
  return (
    <div class="core-bar-line">
      <div class="core-bar" role="img" aria-label={t('used', tokens, budget)}>
        {tokens > lines && (
          <span
            class="core-piece core-frame"
            title={t('frame')}
            style={{ '--share': String(tokens - lines) }}
          />
        )}
        {items.map((item) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list below leads there by keys
          <span
            key={item.id}
            class={[
              'core-piece',
              item.isPinned ? 'core-pinned' : '',
              item.id === selection.value?.id ? 'core-on' : '',
            ].join(' ')}
            title={`${item.account?.text ?? ''}\n${t('tokens', item.tokens)}`}
            style={{ '--share': String(item.tokens) }}
            onClick={() => select('item', item.id)}
          />
        ))}
        {budget > tokens && (
          <span class="core-left" title={t('room')} style={{ '--share': String(budget - tokens) }} />
        )}
      </div>
      <span class="meta">{t('used', tokens, budget)}</span>
    </div>
  )
}

/** What an item weighs at most of each: as the engine adds them up. */
const MOST = { importance: 0.4, recency: 0.35, use: 0.25 } as const

const parts = ['importance', 'recency', 'use'] as const

function nameOf(part: (typeof parts)[number]): string {
  return t(part === 'recency' ? 'recencyPart' : part)
}

function CoreRow({ item, isScored }: { readonly item: Placed; readonly isScored: boolean }) {
  const { account, isPinned, tokens, score } = item
  if (account === undefined) return null
  const weight = isPinned ? score - 10 : score
  const said = parts.map((part) => `${nameOf(part)} ${sayFigure(account[part])}`).join(' · ')
  return (
    <div class="core-row">
      <span class="core-weight" title={`${t('weight')} ${sayFigure(weight)}: ${said}`}>
        {isScored && (
          <span class="core-parts" role="img" aria-label={`${t('weight')} ${sayFigure(weight)}: ${said}`}>
            {parts.map((part) => (
              <span key={part} class="core-part" style={{ '--most': String(MOST[part]) }}>
                <span
                  class={`core-fill core-fill-${part}`}
                  style={{ '--share': String(account[part] / MOST[part]) }}
                />
              </span>
            ))}
          </span>
        )}
        <span class="meta">{sayFigure(weight)}</span>
      </span>
      <span class="clip row-grow">{account.text}</span>
      {isPinned && (
        <>
          <Icon name="pin" />
          <span class="only-heard">{t('pinned')}</span>
        </>
      )}
      <span class="meta core-tokens">{tokens}</span>
    </div>
  )
}

function LeftOut({ leftOut }: { readonly leftOut: Core['leftOut'] }) {
  return (
    <ul class="core-left-out">
      {leftOut.map(({ reason, count, ids, texts }) => (
        <li key={reason}>
          <p>
            <span class="core-count">{count}</span> {t(reason === 'budget' ? 'budgetWhy' : reason)}
            {reason === 'proposed' && (
              <>
                {' · '}
                <a class="link" href={href('review')}>
                  {t('seeReview')}
                </a>
              </>
            )}
          </p>
          {ids.map((id, index) => (
            <a
              key={id}
              class="core-out clip"
              href={href('memory/core', { on: `item:${id}`, budget: param('budget') })}
            >
              {texts?.[index]}
            </a>
          ))}
        </li>
      ))}
    </ul>
  )
}
