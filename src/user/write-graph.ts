import { MemoryError } from '../errors.js'
import { type Named, resolveNamed } from '../graph/ask-graph.js'
import { attributeNames, type EdgeAttribute } from '../graph/edges.js'
import { isSelf, speakerKey } from '../graph/entity-name.js'
import type { EntityType } from '../graph/entity-type.js'
import { namedSo } from '../graph/name-entities.js'
import { type Entity, readEntities } from '../graph/read-entities.js'
import type { RelationType } from '../graph/relation-type.js'
import type { ItemId } from '../items/item.js'
import { currentIdentityKey, type Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import type { Span } from '../text/span.js'
import type { Extracted, Party, RelationAttribute, Statement } from './extraction/extracted.js'
import { relationWords } from './relation-words.js'
import { type Captured, capture } from './thoughts.js'

/** What someone writes into the graph in so many words. */
export type GraphStatement =
  | { readonly action: 'add_entity'; readonly entity: WrittenEntity }
  | {
      readonly action: 'relate'
      readonly entity: WrittenEntity
      readonly type: RelationType
      readonly to: WrittenEntity
      readonly attributes: Readonly<Partial<Record<EdgeAttribute['name'], string>>>
    }
  | {
      readonly action: 'describe'
      readonly entity: WrittenEntity
      readonly attribute: string
      readonly value: string
    }

export interface WrittenEntity {
  readonly name: string
  readonly type?: EntityType | undefined
  readonly aliases?: readonly string[] | undefined
}

export interface GraphWritten {
  /** The note that says it. */
  readonly id: ItemId
  readonly outcome: Captured['outcome']
  /** What it states. */
  readonly facts: readonly ItemId[]
  /** The entity that it is about; undefined where that is the user, of whom nothing else is known yet. */
  readonly entity: Entity | undefined
}

/** What has one value at a time, by the relation that says it (docs/facts.md). */
const attributeOf: Readonly<Partial<Record<RelationType, string>>> = {
  reports_to: 'manager',
  works_at: 'employer',
  lives_in: 'location',
}

/**
 * Writes a statement as a note of its own, in words that say it, with what it states: so the rules for everything that is
 * said hold for it too: repeats, successors, what an agent may only propose. Throws `invalid_input` for a name that
 * several people share, and as capturing does.
 */
export async function writeGraph(
  spine: Spine,
  reach: Reach,
  statement: GraphStatement,
  occurredAt: number | undefined,
): Promise<GraphWritten> {
  const keyed = { identityKey: await currentIdentityKey(spine) }
  const bank = reach.writes
  for (const { name } of entitiesOf(statement)) {
    const known = await spine.store.read(resolveNamed, keyed, bank, { name })
    if (known.length > 1) throw isAmbiguous(name)
  }
  const { text, states } = wordsOf(statement)
  const { id, outcome, facts } = await capture(
    spine,
    reach,
    { text, occurredAt, states },
    'memory.graph_write',
  )
  const about: Named = { name: statement.entity.name }
  const entity = await spine.store.read(function* look() {
    const speaker = yield* namedSo(bank, speakerKey(keyed, bank))
    const found = isSelf(about.name)
      ? speaker === undefined
        ? []
        : [speaker.rid]
      : yield* resolveNamed(keyed, bank, about)
    return (yield* readEntities(bank, found))[0]
  })
  return { id, outcome, facts, entity }
}

function entitiesOf(statement: GraphStatement): readonly WrittenEntity[] {
  const all = statement.action === 'relate' ? [statement.entity, statement.to] : [statement.entity]
  return all.filter(({ name }) => !isSelf(name))
}

function isAmbiguous(name: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `several are called ${name}`,
    'give the full name, as memory.graph shows it',
  )
}

/** A sentence, with the places of what it says. */
function wordsOf(statement: GraphStatement): { readonly text: string; readonly states: Extracted } {
  const line = createLine()
  const { entity } = statement
  const subject = line.party(entity)
  if (statement.action === 'add_entity') {
    if (entity.type !== undefined) line.add(` is a ${entity.type}`)
    return line.end([])
  }
  if (statement.action === 'describe') {
    const { attribute, value } = statement
    line.add(` · ${attribute}: `)
    const valueAt = line.add(value)
    return line.end([{ category: 'identity', subject, attribute, value: valueAt, relation: null }])
  }
  const { type, to, attributes } = statement
  line.add(` ${relationWords(type, subject === 'speaker')} `)
  const from = line.length()
  const object = line.party(to, 'object')
  const objectAt: Span = [from, from + clean(to.name).length]
  const said: RelationAttribute[] = []
  for (const name of attributeNames) {
    const value = attributes[name]
    if (value === undefined) continue
    line.add(` · ${name}: `)
    said.push({ name, value: line.add(clean(value)) })
  }
  const relation = { type, object, attributes: said }
  const attribute = attributeOf[type] ?? null
  return line.end([{ category: 'relation', subject, attribute, value: objectAt, relation }])
}

type Said = Omit<Statement, 'clause'>

function createLine() {
  let text = ''
  const entities: { type: EntityType | null; names: Span[] }[] = []
  const add = (piece: string): Span => {
    const start = text.length
    text += piece
    return [start, text.length]
  }
  return {
    add,
    length: () => text.length,
    party({ name, type, aliases = [] }: WrittenEntity, as: 'subject' | 'object' = 'subject'): Party {
      if (isSelf(name)) {
        add(as === 'subject' ? 'I' : 'me')
        return 'speaker'
      }
      const names = [add(clean(name))]
      if (aliases.length > 0) {
        add(' (')
        for (const [index, alias] of aliases.entries()) {
          if (index > 0) add(', ')
          names.push(add(clean(alias)))
        }
        add(')')
      }
      entities.push({ type: type ?? null, names })
      return entities.length - 1
    },
    end(said: readonly Said[]): { text: string; states: Extracted } {
      const clause: Span = [0, text.length]
      return {
        text,
        states: { entities, statements: said.map((one) => ({ ...one, clause })), decisions: [] },
      }
    },
  }
}

/** On one line, as names are kept. */
function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
