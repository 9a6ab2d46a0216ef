import { useState } from 'preact/hooks'
import { may } from '../../api/caller.js'
import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { forget, ReceiptTold, receiptOf } from '../../inspector/forget.js'
import { InspectorFrame } from '../../inspector/inspector-frame.js'
import { useKeys } from '../../keys/use-keys.js'
import { sayKind } from '../../language/kind-words.js'
import { go, href, hrefHere, path } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Section } from '../../parts/section.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Status } from '../../parts/status.js'
import { Time, TimeSpan } from '../../parts/time.js'
import { Trust } from '../../parts/trust.js'
import './entity.css'
import { EntitySearch } from './entity-search.js'
import './graph.css'
import { MergeEntities } from './merge-entities.js'
import { NodeMark } from './node-mark.js'
import { refOf, typeOf } from './picture.js'
import { isSymmetric, sayRelation, sayType } from './relation-words.js'
import { SplitEntity } from './split-entity.js'
import { focusOn, setPath, toggleOpen, viewState } from './view-state.js'
import { sayNode, t } from './words.js'

export type KnownEntity = OutputOf<'memory.entity'>
type Relation = OutputOf<'memory.around'>['relations'][number]

const LIMIT = 60

/** Someone or something: what is said of it, how it is related, where it is named, and under which names. */
export function EntityInspector({ id }: { readonly id: string }) {
  const known = useOperation('memory.entity', { id })
  const around = useOperation('memory.around', { ids: [id], limit: LIMIT })
  const [task, setTask] = useState<'path' | 'merge' | 'split' | null>(null)
  const { focus, open } = viewState.value
  const isHere = isInGraph()
  const isOpen = isHere && (id === focus || open.includes(id))
  const begin = () => (isHere ? focusOn(id) : go(href('graph', { focus: id, on: `entity:${id}` })))
  const toggle = () => (!isHere || focus === '' ? begin() : toggleOpen(id))
  const forgetIt = () => {
    if (may('memory.forget') && known.value?.entity.isUser === false) void forget({ entity: id })
  }
  useKeys({ correct: toggle, forget: forgetIt })
  const receipt = receiptOf('entity', id)
  if (receipt !== undefined)
    return (
      <InspectorFrame head={<span>{known.value === undefined ? null : sayNode(known.value.entity)}</span>}>
        <ReceiptTold receipt={receipt} />
      </InspectorFrame>
    )
  if (known.value === undefined) {
    const isGone = known.problem?.code === 'not_found'
    return (
      <InspectorFrame head={null}>
        {isGone && <Empty title={t('gone')} />}
        {known.problem !== undefined && !isGone && (
          <ProblemTold problem={known.problem} onAgain={known.again} />
        )}
        {known.problem === undefined && <Skeleton />}
      </InspectorFrame>
    )
  }
  const { entity, names, facts, items } = known.value
  const others = names.map(({ name }) => name).filter((name) => name !== entity.name)
  const stated = facts.filter(({ isRelation }) => !isRelation)
  const relations = (around.value?.relations ?? []).filter(({ from, to }) => from.id === id || to.id === id)
  const end = () => setTask(null)
  return (
    <InspectorFrame
      head={
        <>
          <NodeMark type={typeOf(entity)} isOpen={isOpen} />
          <span>{sayType(typeOf(entity))}</span>
          {!entity.isUser && <span>{t('mentions', entity.mentions)}</span>}
          {entity.firstSeen !== null && entity.lastSeen !== null && (
            <span>
              <TimeSpan from={entity.firstSeen} until={entity.lastSeen} />
            </span>
          )}
        </>
      }
      says={
        <>
          <h2 class="entity-name">{sayNode(entity)}</h2>
          {others.length > 0 && <p class="meta">{others.join(' · ')}</p>}
        </>
      }
      actions={
        <>
          {!isHere && (
            <Button kind="primary" icon="graph" keyHint="e" onClick={begin}>
              {t('showInGraph')}
            </Button>
          )}
          {isHere && id !== focus && (
            <>
              <Button kind="primary" keyHint="e" onClick={toggle}>
                {t(isOpen ? 'close' : 'open')}
              </Button>
              <Button onClick={begin}>{t('focus')}</Button>
            </>
          )}
          <Button isOn={task === 'path'} onClick={() => setTask(task === 'path' ? null : 'path')}>
            {t('pathTo')}
          </Button>
          {may('memory.write') && (
            <>
              <Button
                icon="merge"
                isOn={task === 'merge'}
                onClick={() => setTask(task === 'merge' ? null : 'merge')}
              >
                {t('merge')}
              </Button>
              <Button
                icon="split"
                isOn={task === 'split'}
                onClick={() => setTask(task === 'split' ? null : 'split')}
              >
                {t('split')}
              </Button>
            </>
          )}
          {may('memory.forget') && !entity.isUser && (
            <Button kind="danger" keyHint="x" onClick={forgetIt}>
              {t('forget')}
            </Button>
          )}
        </>
      }
    >
      {task === 'path' && (
        <div class="entity-task">
          <EntitySearch
            label={t('pathToWhom')}
            isFirst
            except={id}
            onPick={(other) => {
              if (isHere) setPath([id, other.id])
              else go(href('graph', { focus: id, path: `${id}..${other.id}`, on: `entity:${id}` }))
              end()
            }}
          />
        </div>
      )}
      {task === 'merge' && <MergeEntities known={known.value} onEnd={end} />}
      {task === 'split' && <SplitEntity known={known.value} onEnd={end} />}
      {stated.length > 0 && (
        <Section title={t('facts')} count={stated.length}>
          <ul class="entity-list">
            {stated.map((fact) => (
              <li key={fact.id}>
                <a class="entity-row" href={hrefHere({ on: `item:${fact.id}` })}>
                  <span class={fact.status === 'superseded' ? 'entity-past' : undefined}>
                    {fact.attribute === null ? (
                      fact.text
                    ) : (
                      <>
                        <span class="entity-attribute">{fact.attribute}</span> {fact.value ?? fact.text}
                      </>
                    )}
                  </span>
                  <span class="entity-meta meta">
                    <Trust of={fact.trust} />
                    {fact.status !== 'active' && <Status of={fact.status} />}
                    <TimeSpan from={fact.validFrom} until={fact.validUntil} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('relationsTitle')} count={entity.relations}>
        {relations.length === 0 && around.value !== undefined && <p class="meta">{t('noRelations')}</p>}
        <ul class="entity-list">
          {relations.map((relation) => (
            <RelationRow
              key={`${relation.id}${relation.to.id}${relation.type}`}
              of={id}
              relation={relation}
            />
          ))}
        </ul>
        {entity.relations > relations.length && around.value !== undefined && (
          <p class="meta">{t('more', entity.relations - relations.length)}</p>
        )}
      </Section>
      {items.length > 0 && (
        <Section title={t('items')} count={entity.mentions}>
          <ul class="entity-list">
            {items.map((item) => (
              <li key={item.id}>
                <a class="entity-row" href={hrefHere({ on: `item:${item.id}` })}>
                  <span class="entity-text">{item.text}</span>
                  <span class="entity-meta meta">
                    <Trust of={item.trust} />
                    <span>{sayKind(item.kind)}</span>
                    <Time at={item.at} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {names.length > 1 && (
        <Section title={t('names')} count={names.length} isOpen={false}>
          <ul class="entity-list">
            {names.map(({ name, mentions, from }) => (
              <li key={name} class="entity-row">
                <span>{name}</span>
                <span class="entity-meta meta">
                  <span>{t('mentions', mentions)}</span>
                  {from !== null && <span>{t('fromMerge')}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </InspectorFrame>
  )
}

function RelationRow({ of, relation }: { readonly of: string; readonly relation: Relation }) {
  const { type, from, to, status, trust, validFrom, validUntil } = relation
  const isForward = from.id === of
  const other = isForward ? to : from
  const said = sayRelation(type)
  return (
    <li>
      <a class="entity-row" href={inGraph(of, `relation:${refOf({ id: relation.id, to: to.id })}`)}>
        <span class={status === 'superseded' ? 'entity-past' : undefined}>
          <span class="entity-attribute">{isForward || isSymmetric(type) ? said : `← ${said}`}</span>{' '}
          {other.name}
        </span>
        <span class="entity-meta meta">
          {trust !== null && <Trust of={trust} />}
          {status !== 'active' && <Status of={status} />}
          {validFrom !== null && <TimeSpan from={validFrom} until={validUntil} />}
        </span>
      </a>
    </li>
  )
}

function isInGraph(): boolean {
  return path.value[0] === 'graph'
}

/** A relation is shown in the graph alone: from elsewhere this leads there. */
function inGraph(focus: string, on: string): string {
  return isInGraph() ? hrefHere({ on }) : href('graph', { focus, on })
}
