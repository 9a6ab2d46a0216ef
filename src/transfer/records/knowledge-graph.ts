import { isDeepStrictEqual } from 'node:util'
import { clip } from '../../text/clip.js'
import { isOneLine } from '../../text/one-line.js'
import { isWellFormed } from '../../text/well-formed.js'
import {
  DESCRIPTION_MAX_CHARS,
  type NewRecord,
  type RecordType,
  recordTypes,
} from '../../user/records/record.js'
import { faultOf } from '../../user/records/record-text.js'
import { descriptionFrom, nameFrom } from './record-words.js'

/** A node of the MCP memory server with the relations that go out from it. */
export interface Entity {
  readonly name: string
  /** Undefined where there are only relations from it, and no entity. */
  readonly type: string | undefined
  readonly observations: readonly string[]
  readonly relations: readonly { readonly type: string; readonly to: string }[]
}

/**
 * An entity as a record. Nothing is lost: {@link entityOf} gives the same entity back.
 *
 * An entity whose type is one of ours, with plain observations and no relations, is what {@link entityOf} makes of an
 * ordinary record, and becomes one: the first observation describes it, the others are its paragraphs. Any other keeps
 * its observations as a list, and its name too where the record has another one.
 *
 * `said` is how a record said the same when it was written out ({@link saidBeside}); it counts as long as nobody has
 * changed the entity since.
 */
export function recordOfEntity(
  entity: Entity,
  {
    said,
    name = said?.name ?? (nameFrom(entity.name) || 'entity'),
  }: { readonly said?: NewRecord | undefined; readonly name?: string } = {},
): NewRecord {
  for (const record of [said, plainRecord(entity)])
    if (record?.name === name && isSame(entityOf(record), entity)) return record
  return listRecord(entity, name)
}

/** A record of relations alone is written out as an entity of no type where that says more. */
function isSame(one: Entity, other: Entity): boolean {
  return isDeepStrictEqual({ ...one, type: one.type ?? '' }, { ...other, type: other.type ?? '' })
}

/** A record as an entity: its list where it has one, which a person may have changed, else its paragraphs. */
export function entityOf({ name, type, description, body }: NewRecord): Entity {
  const paragraphs = body === '' ? [] : body.split('\n\n')
  return readList(name, body) ?? { name, type, observations: [description, ...paragraphs], relations: [] }
}

/** What has to stand beside the entity of a record, so that the same record can be made of it; undefined for nothing. */
export function saidBeside({ name, description, type, body }: NewRecord): NewRecord | undefined {
  const said = { name, description, type, body }
  return isDeepStrictEqual(recordOfEntity(entityOf(said)), said) ? undefined : said
}

function plainRecord({ name, type, observations, relations }: Entity): NewRecord | undefined {
  const known = recordTypes.find((one) => one === type)
  const [description, ...paragraphs] = observations
  if (known === undefined || description === undefined || relations.length > 0) return undefined
  const record = { name, description, type: known, body: paragraphs.join('\n\n') }
  return faultOf(record) === undefined && [name, description, record.body].every(isWellFormed)
    ? record
    : undefined
}

/** The entity as lines that a person can read and change. */
function listRecord({ name, type, observations, relations }: Entity, recordName: string): NewRecord {
  const head = [
    ...(recordName === name ? [] : [`${NAME}${written(name)}`]),
    ...(type === undefined ? [] : [`${TYPE}${written(type)}`]),
  ]
  const parts = [
    head.join('\n'),
    observations.map((text) => `- ${written(text)}`).join('\n'),
    ...(relations.length === 0
      ? []
      : [RELATIONS, relations.map((one) => `- ${written(one.type)}${ARROW}${written(one.to)}`).join('\n')]),
  ].filter((part) => part !== '')
  return {
    name: recordName,
    description: describe(type, observations),
    type: typeOf(type),
    body: parts.join('\n\n'),
  }
}

function describe(type: string | undefined, observations: readonly string[]): string {
  const said = clip(
    observations.filter((_, index) => index < DESCRIBED_BY).join('; '),
    4 * DESCRIPTION_MAX_CHARS,
  )
  return descriptionFrom([type ?? '', said].filter((part) => part.trim() !== '').join(': '))
}

/** Of a foreign type nothing is known; the four words mean to others what they mean here. */
function typeOf(type: string | undefined): RecordType {
  return recordTypes.find((known) => known === type?.trim().toLowerCase()) ?? 'reference'
}

/** Undefined where the body is no list of an entity. A list may be edited by hand, so spaces do not matter. */
function readList(recordName: string, body: string): Entity | undefined {
  let name = recordName
  let type: string | undefined
  let isRelations = false
  const observations: string[] = []
  const relations: { type: string; to: string }[] = []
  for (const line of body.split('\n')) {
    if (line.trim() === '') continue
    if (line === RELATIONS) isRelations = true
    else if (line.startsWith(NAME))
      name = meant(line.substring(NAME.length)) // slice-ok: behind ASCII
    else if (line.startsWith(TYPE))
      type = meant(line.substring(TYPE.length)) // slice-ok: behind ASCII
    else if (!line.startsWith('- ')) return undefined
    else if (!isRelations)
      observations.push(meant(line.substring(2))) // slice-ok: behind ASCII
    else {
      const relation = relationIn(line.substring(2)) // slice-ok: behind ASCII
      if (relation === undefined) return undefined
      relations.push(relation)
    }
  }
  return type === undefined && relations.length === 0 ? undefined : { name, type, observations, relations }
}

function relationIn(text: string): { readonly type: string; readonly to: string } | undefined {
  const [, quoted, rest] = /^("(?:[^"\\]|\\.)*")(.*)$/.exec(text) ?? []
  if (quoted !== undefined && rest?.startsWith(ARROW) === true)
    return { type: meant(quoted), to: meant(rest.substring(ARROW.length)) } // slice-ok: behind the arrow
  const at = text.indexOf(ARROW)
  if (at === -1) return undefined
  return { type: meant(text.substring(0, at)), to: meant(text.substring(at + ARROW.length)) } // slice-ok: at the arrow
}

/** A text as it stands in a line: as it is where it can be, else as JSON. */
function written(text: string): string {
  const isPlain =
    text !== '' && text === text.trim() && isOneLine(text) && !text.startsWith('"') && !text.includes(ARROW)
  return isPlain && isWellFormed(text) ? text : JSON.stringify(text)
}

function meant(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** Where relations begin in the body. */
const RELATIONS = 'Relations:'
const NAME = 'Entity: '
const TYPE = 'Entity type: '
const ARROW = ' → '
const DESCRIBED_BY = 5
