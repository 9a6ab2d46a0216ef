import { signal } from '@preact/signals'
import { call } from '../api/call.js'
import { noticeChange } from '../api/changes.js'
import type { InputOf, Item, OutputOf } from '../api/operation-types.js'
import { useOperation } from '../api/use-operation.js'
import { sayKindOf } from '../language/kind-words.js'
import { sayWhy } from '../language/known-reasons.js'
import { sayBytes, sayCount } from '../language/numbers.js'
import { Button } from '../parts/button.js'
import { confirm } from '../parts/confirm.js'
import { Highlight } from '../parts/highlight.js'
import { notifyProblem } from '../parts/notice.js'
import { Section } from '../parts/section.js'
import { Trust } from '../parts/trust.js'
import { ItemLine } from './item-line.js'
import { t } from './words.js'

type Target = Pick<InputOf<'memory.forget'>, 'id' | 'session' | 'entity'>
type Receipt = Extract<OutputOf<'memory.forget'>, { preview: false }> & {
  /** What it had been read out of, and stays. */
  readonly sources?: readonly Item[]
}

const receipts = signal<ReadonlyMap<string, Receipt | 'going'>>(new Map())

/** Of what was forgotten on this page (`item`, `session`, `entity`): its receipt; `going` while it is being forgotten. */
export function receiptOf(kind: string, id: string): Receipt | 'going' | undefined {
  return receipts.value.get(`${kind}:${id}`)
}

/**
 * Forgets for good: shows what will go, with counts, asks, and keeps the receipt, which the inspector shows in the place
 * of what is gone. Answers whether it was forgotten.
 */
export async function forget(target: Target): Promise<boolean> {
  try {
    const [plan, origins] = await Promise.all([
      call('memory.forget', { ...target, preview: true }),
      originsOf(target),
    ])
    if (!plan.preview) return false
    const doomed = new Set(plan.items.map(({ id }) => id))
    const sources = origins.filter(({ id }) => !doomed.has(id))
    const count = `${sayCount(plan.items.length)}${plan.isComplete ? '' : '+'}`
    const isSure = await confirm({
      title: t('forgetTitle', count),
      body: <Going items={plan.items} isComplete={plan.isComplete} sources={sources} />,
      action: t('forgetAction', count),
    })
    if (!isSure) return false
    keep(target, 'going')
    const receipt = await call('memory.forget', target)
    if (!receipt.preview) keep(target, { ...receipt, sources })
    noticeChange()
    return true
  } catch (error) {
    keep(target, undefined)
    notifyProblem(error)
    return false
  }
}

/** What an item was read out of: forgetting it leaves that, with the same words in it. */
async function originsOf({ id }: Target): Promise<readonly Item[]> {
  return id === undefined ? [] : ((await call('memory.trace', { id, chain: true })).chain ?? [])
}

function keep(target: Target, receipt: Receipt | 'going' | undefined): void {
  const [[kind, id] = ['', '']] = Object.entries(target)
  const next = new Map(receipts.value)
  if (receipt === undefined) next.delete(`${kind === 'id' ? 'item' : kind}:${id}`)
  else next.set(`${kind === 'id' ? 'item' : kind}:${id}`, receipt)
  receipts.value = next
}

interface GoingProps {
  readonly items: readonly Item[]
  readonly isComplete: boolean
  readonly sources: readonly Item[]
}

/** What will go, as far as it can be shown: kinds with counts, then one line each; and what stays with the same words. */
function Going({ items, isComplete, sources }: GoingProps) {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(sayKindOf(item), (counts.get(sayKindOf(item)) ?? 0) + 1)
  return (
    <>
      <p>{t('forgetBody')}</p>
      <p class="meta">{[...counts].map(([kind, count]) => `${count} × ${kind}`).join(' · ')}</p>
      <Lines label={t('forgetBody')} items={items} />
      {!isComplete && <p class="meta">{t('forgetMore')}</p>}
      {sources.length > 0 && (
        <>
          <p>{t('forgetStays', sources.length)}</p>
          <Lines label={t('forgetStays', sources.length)} items={sources} />
        </>
      )}
    </>
  )
}

function Lines({ label, items }: { readonly label: string; readonly items: readonly Item[] }) {
  return (
    <ul class="going" tabIndex={0} aria-label={label}>
      {items.map(({ id, trust, text }) => (
        <li key={id} class="row-line">
          <Trust of={trust} />
          <span class="clip">
            <Highlight text={text} spans={[]} maxChars={120} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What went, and how far it was proven. */
export function ReceiptTold({ receipt }: { readonly receipt: Receipt | 'going' }) {
  if (receipt === 'going') return <p class="receipt meta">{t('going')}</p>
  const { ids, counts, kept, restorable, state, proof, reason, sources = [] } = receipt
  const staying = sources.filter(({ id }) => receiptOf('item', id) === undefined)
  return (
    <div class="receipt">
      <h2>{t('receipt')}</h2>
      <p>{t('receiptItems', ids.length)}</p>
      <p>
        {state === 'physical' ? t('receiptProven', sayBytes(proof?.scannedBytes ?? 0)) : t('receiptLogical')}
        {state !== 'physical' && reason !== null && <span class="meta"> {sayWhy(reason)}</span>}
      </p>
      {staying.length > 0 && (
        <div>
          <p>{t('receiptStays', staying.length)}</p>
          {staying.map((source) => (
            <div key={source.id} class="receipt-stays">
              <ItemLine item={source} />
              <Button kind="danger" onClick={() => void forget({ id: source.id })}>
                {t('forgetToo')}
              </Button>
            </div>
          ))}
        </div>
      )}
      {kept.length > 0 && <p>{t('receiptKept', kept.length)}</p>}
      {restorable.length > 0 && (
        <div>
          <p>{t('receiptRestorable')}</p>
          {restorable.map((id) => (
            <Restorable key={id} id={id} />
          ))}
        </div>
      )}
      <Section title={t('receiptTables')} isOpen={false}>
        <dl class="details">
          {Object.entries(counts)
            .filter(([, count]) => count > 0)
            .map(([table, count]) => (
              <div key={table} class="detail">
                <dt class="mono">{table}</dt>
                <dd>{sayCount(count)}</dd>
              </div>
            ))}
        </dl>
      </Section>
    </div>
  )
}

/** A fact whose place the forgotten one had taken; selected, it can hold again. */
function Restorable({ id }: { readonly id: string }) {
  const { value } = useOperation('memory.get', { id })
  return value === undefined ? null : <ItemLine item={value} />
}
