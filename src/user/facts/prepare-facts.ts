import type { EdgeAttribute } from '../../graph/edges.js'
import type { RelationType } from '../../graph/relation-type.js'
import type { ItemId, Origin, Trust } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Span } from '../../text/span.js'
import type {
  Extracted,
  Party,
  RelationAttribute,
  StatedDecision,
  Statement,
} from '../extraction/extracted.js'
import type { FactCategory } from '../fact-category.js'
import type { FactKind } from './fact.js'
import type { FactPart } from './fact-parts.js'
import { isSuspicious } from './suspicious-text.js'

/** The item that facts are read out of. */
export interface FactOrigin {
  /** As it is stored: the places of what was extracted are places of it. */
  readonly text: string
  readonly origin: Origin
  readonly trust: Trust
  /** When it was said; now where that is not known. Milliseconds UTC. */
  readonly occurredAt: number | null
  /** Until when what it states is to be put into prompts; always when absent. */
  readonly expiresAt?: number | null | undefined
}

/** What a text states, with everything that takes time made before the transaction begins. */
export interface PreparedFacts {
  readonly origin: Origin
  readonly trust: Trust
  /** When it is written. */
  readonly at: number
  readonly saidAt: number
  readonly expiresAt: number | null
  readonly facts: readonly PreparedFact[]
}

export interface PreparedFact {
  /** For one that is new, and for the row of the ledger that it may need. */
  readonly id: ItemId
  readonly conflictId: string
  readonly kind: FactKind
  readonly category: FactCategory
  /** Null for a decision: whoever takes it. */
  readonly subject: Party | null
  readonly attribute: string | null
  readonly value: string | null
  readonly text: string
  readonly relation: PreparedRelation | null
  readonly parts: readonly FactPart[]
  /** In the text of the source. */
  readonly clauseAt: Span
  readonly valueAt: Span | null
  /** To a program: it waits, unless it is the user who says it. How far its source is believed may still change. */
  readonly readsLikeAnOrder: boolean
}

export interface PreparedRelation {
  readonly type: RelationType
  readonly object: Party
  readonly attributes: readonly EdgeAttribute[]
}

/** Nothing becomes a fact by untrusted text. */
export function prepareFacts(
  spine: Pick<Spine, 'env'>,
  source: FactOrigin,
  extracted: Extracted,
): PreparedFacts {
  const { origin, trust } = source
  const at = spine.env.now()
  const prepared = {
    origin,
    trust,
    at,
    saidAt: source.occurredAt ?? at,
    expiresAt: source.expiresAt ?? null,
  }
  if (trust === 'untrusted') return { ...prepared, facts: [] }
  return {
    ...prepared,
    facts: [
      ...extracted.statements.map((statement) => ofStatement(spine, source, statement)),
      ...extracted.decisions.map((decision) => ofDecision(spine, source, decision)),
    ],
  }
}

function ofStatement(
  { env }: Pick<Spine, 'env'>,
  source: FactOrigin,
  { clause, category, subject, attribute, value, relation }: Statement,
): PreparedFact {
  const text = cut(source.text, clause)
  return {
    id: env.newId() as ItemId,
    conflictId: env.newId(),
    kind: relation === null ? 'fact' : 'relation',
    category,
    subject,
    attribute,
    value: cut(source.text, value),
    text,
    relation:
      relation === null
        ? null
        : {
            type: relation.type,
            object: relation.object,
            attributes: relation.attributes.flatMap((one) => within(one, clause)),
          },
    parts: [],
    clauseAt: clause,
    valueAt: value,
    readsLikeAnOrder: isSuspicious(text),
  }
}

/** Edges keep places in the relation's own text: what is said elsewhere is not in it. */
function within({ name, value: [start, end] }: RelationAttribute, clause: Span): EdgeAttribute[] {
  return start < clause[0] || end > clause[1]
    ? []
    : [{ name, value: [start - clause[0], end - clause[0]] as const }]
}

function ofDecision({ env }: Pick<Spine, 'env'>, source: FactOrigin, decision: StatedDecision): PreparedFact {
  const { clause, title, choice, alternatives, reasons, tradeOffs } = decision
  const text = cut(source.text, clause)
  const part = (role: FactPart['role'], place: Span): FactPart[] =>
    place[0] < clause[0] || place[1] > clause[1]
      ? []
      : [{ role, start: place[0] - clause[0], end: place[1] - clause[0] }]
  return {
    id: env.newId() as ItemId,
    conflictId: env.newId(),
    kind: 'decision',
    category: 'decision',
    subject: null,
    attribute: null,
    value: cut(source.text, title),
    text,
    relation: null,
    parts: [
      ...part('title', title),
      ...(choice === null ? [] : part('choice', choice)),
      ...alternatives.flatMap((place) => part('alternative', place)),
      ...reasons.flatMap((place) => part('reason', place)),
      ...tradeOffs.flatMap((place) => part('trade_off', place)),
    ],
    clauseAt: clause,
    valueAt: title,
    readsLikeAnOrder: isSuspicious(text),
  }
}

function cut(text: string, [start, end]: Span): string {
  return text.substring(start, end) // slice-ok: places begin and end at borders of words
}
