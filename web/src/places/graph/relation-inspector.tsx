import { useOperation } from '../../api/use-operation.js'
import { InspectorFrame } from '../../inspector/inspector-frame.js'
import { sayKind } from '../../language/kind-words.js'
import { hrefHere } from '../../location/location.js'
import { Empty } from '../../parts/empty.js'
import { Meter } from '../../parts/meter.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Section } from '../../parts/section.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Status } from '../../parts/status.js'
import { Time, TimeSpan } from '../../parts/time.js'
import { Trust } from '../../parts/trust.js'
import './entity.css'
import { NodeMark } from './node-mark.js'
import { type GraphNode, typeOf } from './picture.js'
import { isSymmetric, sayRelation } from './relation-words.js'
import { t } from './words.js'

/** A relation: what states it, since when it holds, and the items that say so. */
export function RelationInspector({ id: ref }: { readonly id: string }) {
  const [id = '', to = ''] = ref.split('~')
  const traced = useOperation('memory.trace', { id })
  const around = useOperation('memory.around', { ids: [to], limit: 2_000 })
  const relation = around.value?.relations.find((one) => one.id === id && one.to.id === to)
  const problem = traced.problem ?? around.problem
  if (traced.value === undefined || around.value === undefined || relation === undefined) {
    const isGone = problem?.code === 'not_found' || (around.value !== undefined && relation === undefined)
    return (
      <InspectorFrame head={null}>
        {isGone && <Empty title={t('gone')} />}
        {problem !== undefined && !isGone && <ProblemTold problem={problem} onAgain={traced.again} />}
        {problem === undefined && !isGone && <Skeleton />}
      </InspectorFrame>
    )
  }
  const { sources } = traced.value
  const { type, status, trust, confidence, text, validFrom, validUntil, attributes } = relation
  const nodeOf = (end: string) => around.value?.entities.find((one) => one.id === end)
  return (
    <InspectorFrame
      head={
        <>
          <span>{sayKind('relation')}</span>
          {trust !== null && <Trust of={trust} isNamed />}
          {status !== 'active' && <Status of={status} />}
          {validFrom !== null && <TimeSpan from={validFrom} until={validUntil} />}
        </>
      }
      says={
        <h2 class="relation-says">
          <End id={relation.from.id} name={relation.from.name} node={nodeOf(relation.from.id)} />
          <span class="relation-verb">
            {sayRelation(type)} {isSymmetric(type) ? '' : '→'}
          </span>
          <End id={relation.to.id} name={relation.to.name} node={nodeOf(relation.to.id)} />
        </h2>
      }
    >
      {text !== null && <blockquote class="relation-text verbatim">{text}</blockquote>}
      <p class="relation-certain meta">
        <Meter share={confidence} label={t('confidence', Math.round(confidence * 100))} />{' '}
        {t('confidence', Math.round(confidence * 100))}
      </p>
      {attributes.length > 0 && (
        <dl class="relation-attributes">
          {attributes.map(({ name, value }) => (
            <div key={name}>
              <dt class="meta">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Section title={t('evidence')} count={Math.max(1, sources.length)}>
        <ul class="entity-list">
          {(sources.length > 0 ? sources : [traced.value.item]).map((item) => (
            <li key={item.id}>
              <a class="entity-row" href={hrefHere({ on: `item:${item.id}` })}>
                <span class="entity-text verbatim">{item.text}</span>
                <span class="entity-meta meta">
                  <Trust of={item.trust} />
                  <span>{sayKind(item.kind)}</span>
                  {item.turn?.speaker != null && <span>{item.turn.speaker}</span>}
                  <Time at={item.occurredAt ?? item.recordedAt} as="moment" />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <p class="relation-item meta">
        <a class="link" href={hrefHere({ on: `item:${id}` })}>
          {t('asItem')}
        </a>
      </p>
    </InspectorFrame>
  )
}

function End({
  id,
  name,
  node,
}: {
  readonly id: string
  readonly name: string
  readonly node: GraphNode | undefined
}) {
  return (
    <a class="relation-end" href={hrefHere({ on: `entity:${id}` })}>
      {node !== undefined && <NodeMark type={typeOf(node)} isOpen />}
      {node?.isUser === true ? t('you') : name}
    </a>
  )
}
