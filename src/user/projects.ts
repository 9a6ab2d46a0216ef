import { entitiesOfType } from '../graph/list-graph.js'
import type { EntityAttribute } from '../graph/read-attributes.js'
import { readAttributes } from '../graph/read-attributes.js'
import { type Entity, readEntities } from '../graph/read-entities.js'
import { type Relation, readRelations } from '../graph/read-relations.js'
import type { RelationType } from '../graph/relation-type.js'
import { stepsFrom } from '../graph/steps.js'
import type { Tx } from '../store/statement.js'
import { fold } from '../text/fold.js'

/** How a project stands. `quiet`: nothing says that it ended, and nothing was heard of it for a while. */
export const projectStatuses = ['active', 'quiet', 'planned', 'paused', 'done', 'cancelled'] as const

export type ProjectStatus = (typeof projectStatuses)[number]

export interface Project {
  readonly entity: Entity
  readonly status: ProjectStatus
  /** In whose words; null where it is read off when it was last heard of. */
  readonly stated: EntityAttribute | null
  readonly attributes: readonly EntityAttribute[]
  readonly relations: readonly Relation[]
  /** By row number: who owns or leads it, who works on it, what it needs. */
  readonly owners: readonly number[]
  readonly members: readonly number[]
  readonly needs: readonly number[]
}

export interface Projects {
  readonly projects: readonly Project[]
  /** Everyone and everything that their relations lead to, by row number. */
  readonly others: ReadonlyMap<number, Entity>
}

/** Known projects, those that most items name first. `now`: milliseconds UTC. */
export function* listProjects(
  bank: string,
  {
    status,
    limit,
    now,
  }: { readonly status: ProjectStatus | undefined; readonly limit: number; readonly now: number },
): Tx<Projects> {
  const rids = yield* entitiesOfType(bank, 'project', status === undefined ? limit : LOOKED_AT)
  const entities = yield* readEntities(bank, rids)
  const attributes = yield* readAttributes(bank, rids, ATTRIBUTES_EACH)
  const standing = entities
    .map((entity) => {
      const own = attributes.get(entity.rid) ?? []
      return { entity, attributes: own, ...standingOf(entity, own, now) }
    })
    .filter((one) => status === undefined || one.status === status)
    .slice(0, limit)
  const steps = yield* stepsFrom(
    bank,
    standing.map(({ entity }) => entity.rid),
    { direction: 'both' },
  )
  const edges = steps.map((all) => all.edges.slice(0, RELATIONS_MAX))
  const ends = new Set(edges.flat().flatMap(({ from, to }) => [from, to]))
  const others = new Map((yield* readEntities(bank, [...ends])).map((one) => [one.rid, one]))
  const projects: Project[] = []
  for (const [index, one] of standing.entries()) {
    const relations = yield* readRelations(bank, edges[index] ?? [])
    projects.push({ ...one, relations, ...around(one.entity, relations) })
  }
  return { projects, others }
}

const LOOKED_AT = 500
const RELATIONS_MAX = 50
const ATTRIBUTES_EACH = 20
const QUIET_AFTER_MS = 90 * 24 * 60 * 60 * 1000

function standingOf(
  { lastAt }: Entity,
  attributes: readonly EntityAttribute[],
  now: number,
): Pick<Project, 'status' | 'stated'> {
  const stated = attributes.find(({ attribute, status }) => attribute === 'status' && status === 'active')
  const said = stated === undefined ? undefined : statusIn(stated.value ?? stated.text)
  if (stated !== undefined && said !== undefined) return { status: said, stated }
  return { status: (lastAt ?? 0) < now - QUIET_AFTER_MS ? 'quiet' : 'active', stated: stated ?? null }
}

/** What people say for it. Undefined where none of these words is there. */
function statusIn(words: string): ProjectStatus | undefined {
  const form = fold(words)
  return STATUS_WORDS.find(([pattern]) => pattern.test(form))?.[1]
}

const STATUS_WORDS: readonly (readonly [RegExp, ProjectStatus])[] = [
  [/\b(?:cancel\w*|abandon\w*|dropped|killed|scrapped|dead)\b|取消|放弃/, 'cancelled'],
  [/\b(?:paused|on hold|on ice|stalled|blocked|frozen|suspended)\b|暂停|搁置/, 'paused'],
  [/\b(?:plan\w*|not started|upcoming|idea|proposed|next)\b|计划|未开始/, 'planned'],
  [
    /\b(?:done|finished|shipped|complete\w*|launched|released|live|closed|delivered)\b|完成|上线|发布/,
    'done',
  ],
  [/\b(?:active|ongoing|running|in progress|started|under way|underway|current)\b|进行中|正在/, 'active'],
]

function around(
  { rid }: Entity,
  relations: readonly Relation[],
): Pick<Project, 'owners' | 'members' | 'needs'> {
  const into = (types: readonly RelationType[]) => [
    ...new Set(
      relations.filter(({ type, to }) => to === rid && types.includes(type)).map(({ from }) => from),
    ),
  ]
  const needs = relations.filter(({ type, from }) => from === rid && NEEDS.includes(type)).map(({ to }) => to)
  return { owners: into(['owns', 'leads']), members: into(MEMBERS), needs: [...new Set(needs)] }
}

const MEMBERS: readonly RelationType[] = ['works_on', 'assigned_to', 'member_of', 'focuses_on']
const NEEDS: readonly RelationType[] = ['depends_on', 'uses']
