import { useOperation } from '../api/use-operation.js'
import { ProblemTold } from '../parts/problem-told.js'
import { Skeleton } from '../parts/skeleton.js'
import { Time } from '../parts/time.js'
import { Trust } from '../parts/trust.js'
import { InspectorFrame } from './inspector-frame.js'

/** Anything remembered. */
export function ItemInspector({ id }: { readonly id: string }) {
  const traced = useOperation('memory.trace', { id })
  if (traced.value === undefined) {
    return (
      <InspectorFrame head={null}>
        {traced.problem === undefined ? (
          <Skeleton />
        ) : (
          <ProblemTold problem={traced.problem} onAgain={traced.again} />
        )}
      </InspectorFrame>
    )
  }
  const { item } = traced.value
  return (
    <InspectorFrame
      head={
        <>
          <span>{item.kind}</span>
          <Trust of={item.trust} isNamed />
          <Time at={item.occurredAt ?? item.recordedAt} />
        </>
      }
      says={<p class="verbatim">{item.text}</p>}
    />
  )
}
