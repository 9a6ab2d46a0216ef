import { useState } from 'preact/hooks'
import type { Item } from '../api/operation-types.js'
import { useOperation } from '../api/use-operation.js'
import { sayKindOf } from '../language/kind-words.js'
import { speakerOf, statusOf } from '../parts/item-row.js'
import { ProblemTold } from '../parts/problem-told.js'
import { Skeleton } from '../parts/skeleton.js'
import { Status } from '../parts/status.js'
import { Time, TimeSpan } from '../parts/time.js'
import { Trust } from '../parts/trust.js'
import { CorrectFact } from './correct-fact.js'
import { Details } from './details.js'
import { ReceiptTold, receiptOf } from './forget.js'
import { History } from './history.js'
import { InspectorFrame } from './inspector-frame.js'
import { ItemActions } from './item-actions.js'
import { Says } from './says.js'
import { SourceChain } from './source-chain.js'
import { Uses } from './uses.js'
import { WhyFound } from './why-found.js'
import { t } from './words.js'

/** Anything remembered, always in the same order: says · what it is · why · sources · history · uses · actions. */
export function ItemInspector({ id }: { readonly id: string }) {
  const receipt = receiptOf('item', id)
  const { value: item, problem, again } = useOperation('memory.get', receipt === undefined ? { id } : null)
  const [isCorrecting, setCorrecting] = useState(false)
  if (receipt !== undefined) {
    return (
      <InspectorFrame head={null}>
        <ReceiptTold receipt={receipt} />
      </InspectorFrame>
    )
  }
  if (item === undefined || problem?.code === 'not_found') {
    return (
      <InspectorFrame head={null} says={problem === undefined ? <Skeleton /> : undefined}>
        {problem !== undefined && <ProblemTold problem={problem} onAgain={again} />}
      </InspectorFrame>
    )
  }
  return (
    <InspectorFrame
      head={<ItemHead item={item} />}
      says={
        isCorrecting ? <CorrectFact item={item} onDone={() => setCorrecting(false)} /> : <Says item={item} />
      }
      actions={<ItemActions item={item} onCorrect={() => setCorrecting(true)} />}
    >
      <WhyFound id={id} />
      <SourceChain id={id} />
      {item.fact !== null && <History id={id} />}
      <Uses id={id} />
      <Details item={item} />
    </InspectorFrame>
  )
}

/** What it is, how far to trust it, and since when. */
function ItemHead({ item }: { readonly item: Item }) {
  const { trust, turn, fact } = item
  const status = statusOf(item)
  return (
    <>
      <span class="inspector-kind">{sayKindOf(item)}</span>
      {status !== undefined && status !== 'active' && <Status of={status} />}
      <Trust of={trust} isNamed />
      {turn !== null && <span>{speakerOf(turn)}</span>}
      {fact === null ? (
        <Time at={item.occurredAt ?? item.recordedAt} as="moment" />
      ) : (
        <TimeSpan from={fact.validFrom} until={fact.validUntil} />
      )}
      {fact?.isPinned === true && <span>{t('pinned')}</span>}
    </>
  )
}
