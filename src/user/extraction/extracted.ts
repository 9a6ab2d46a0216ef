import type { EntityType } from '../../graph/entity-type.js'
import type { RelationType } from '../../graph/relation-type.js'
import type { Span } from '../../text/span.js'
import type { FactCategory } from '../fact-category.js'

/** What rules read out of one text, without a model. Every place is one of that text: nothing is worded anew. */
export interface Extracted {
  /** Whom and what the text names, each once, however often and by however many names. */
  readonly entities: readonly NamedEntity[]
  readonly statements: readonly Statement[]
  readonly decisions: readonly StatedDecision[]
}

export interface NamedEntity {
  /** Null where the text does not tell. */
  readonly type: EntityType | null
  /** Where it is named: the fullest name first. `Sarah Chen … Sarah … she` has two of them, pronouns are none. */
  readonly names: readonly Span[]
}

/** Who a statement is about: the one who speaks, or an entity by its place in {@link Extracted.entities}. */
export type Party = 'speaker' | number

/** One thing that the text states. */
export interface Statement {
  /** The words that state it. */
  readonly clause: Span
  readonly category: FactCategory
  readonly subject: Party
  /**
   * What can have one value only: `name`, `location`, `employer`, `role`, `favorite.language` … With the subject it
   * makes the fact's key. Null for what may be true beside others of its kind.
   */
  readonly attribute: string | null
  /** The words that are the value: the city, the role, the preference as it was put. */
  readonly value: Span
  /** Where the statement connects two entities. */
  readonly relation: StatedRelation | null
}

export interface StatedRelation {
  readonly type: RelationType
  /** From the subject to this. */
  readonly object: Party
  /** `schedule`, `purpose`, `scope`: what is said about it. */
  readonly attributes: readonly RelationAttribute[]
}

export interface RelationAttribute {
  readonly name: 'schedule' | 'purpose' | 'scope'
  readonly value: Span
}

/** A decision with its parts. */
export interface StatedDecision {
  /** All of it, from the title to the last trade-off. */
  readonly clause: Span
  readonly title: Span
  /** What was chosen, and what was not. */
  readonly choice: Span | null
  readonly alternatives: readonly Span[]
  readonly reasons: readonly Span[]
  readonly tradeOffs: readonly Span[]
  /** What it is for, by their places in {@link Extracted.entities}. */
  readonly appliesTo: readonly number[]
}
