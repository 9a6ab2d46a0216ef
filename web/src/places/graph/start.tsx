import { useOperation } from '../../api/use-operation.js'
import { sayCount } from '../../language/numbers.js'
import { href } from '../../location/location.js'
import { Empty } from '../../parts/empty.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import type { FoundEntity } from './entity-search.js'
import { NodeMark } from './node-mark.js'
import { type NodeType, typeOf } from './picture.js'
import { sayTypes } from './relation-words.js'
import { nodeTypes } from './shapes.js'
import { beside } from './view-state.js'
import { sayNode, t } from './words.js'

const SHOWN = 10

/** Where one begins: who and what has most relations, by kind. Never everything at once. */
export function Start() {
  const { value, problem, again } = useOperation('memory.entities', { limit: 200 })
  if (problem !== undefined) return <ProblemTold problem={problem} onAgain={again} />
  if (value === undefined) return <Skeleton />
  if (value.entities.length === 0) return <Empty title={t('nothing')} hint={t('nothingHint')} />
  const most = Math.max(1, ...value.entities.map(({ relations }) => relations))
  return (
    <div class="graph-start">
      <h2 class="graph-start-title">{t('about')}</h2>
      <div class="graph-start-kinds">
        {byType(value.entities).map(([type, entities]) => (
          <section key={type}>
            <h3 class="graph-start-kind">
              <NodeMark type={type} /> {sayTypes(type)}
            </h3>
            <ul>
              {entities.slice(0, SHOWN).map((one) => (
                <li key={one.id}>
                  <a class="graph-start-row" href={href('graph', { focus: one.id, on: beside(one.id) })}>
                    <span class="graph-name clip">{sayNode(one)}</span>
                    <span
                      class="graph-start-bar"
                      aria-hidden="true"
                      style={{ '--share': String(one.relations / most) }}
                    />
                    <span class="graph-count" title={t('relations', one.relations)}>
                      {sayCount(one.relations)}
                      <span class="only-heard"> {t('relations', one.relations)}</span>
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** The kinds in the order of the legend, those of no kind last; nobody without a relation before those with one. */
function byType(entities: readonly FoundEntity[]): readonly (readonly [NodeType, readonly FoundEntity[]])[] {
  return nodeTypes.flatMap((type) => {
    const own = entities.filter((one) => typeOf(one) === type)
    return own.length === 0 ? [] : [[type, own] as const]
  })
}
