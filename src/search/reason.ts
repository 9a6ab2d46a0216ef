/** Why an item was found, or raised. Each names one thing a person can check. */
export type Reason =
  /** Words of the question that the text has, as the question spells them. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Words that stand side by side in question and text. */
  | { readonly kind: 'pairs'; readonly pairs: readonly string[] }
  /** Exact phrases the question asked for. */
  | { readonly kind: 'phrase'; readonly phrases: readonly string[] }
  /** Said by someone the question names. */
  | { readonly kind: 'speaker'; readonly speaker: string }
  /** The asker's own words, and the question says "I". */
  | { readonly kind: 'own_words' }
  /** Dated in the month, or on the day, that the question names. */
  | { readonly kind: 'date'; readonly unit: 'month' | 'day' }
  /** Speaks of a time, and the question asks when. */
  | { readonly kind: 'time_wording' }
  /** Happened when the question says. */
  | { readonly kind: 'time'; readonly wording: string }
  /** Means much the same as the question; the cosine of the two vectors. */
  | { readonly kind: 'meaning'; readonly similarity: number }
  /** The turns around it have words of the question; `share` of the score of its layer. */
  | { readonly kind: 'neighbours'; readonly share: number }
  /** Its session speaks of the matter; `share` of the score of its layer. */
  | { readonly kind: 'session'; readonly share: number }
  /** States how what the question names is related to something else; whether that is what it asks for. */
  | { readonly kind: 'path'; readonly path: string; readonly isAsked: boolean }
  /** Names an entity that the question is about. */
  | { readonly kind: 'mentions'; readonly name: string }
  /** A newer statement that answers in much the same words, in the place of this older one. */
  | { readonly kind: 'newer'; readonly than: string }
  /** What it states does not hold any more; the fact that took its place, null where it was taken back. */
  | { readonly kind: 'superseded'; readonly by: string | null }
  /** A fact, found by the text that it quotes. */
  | { readonly kind: 'quotes'; readonly source: string }
  /** The descended mode multiplied the score by this for its age. */
  | { readonly kind: 'age'; readonly factor: number }

/** One short line that says it to a person. */
export function describeReasons(reasons: readonly Reason[]): string {
  return reasons.map(describe).join(' · ')
}

function describe(reason: Reason): string {
  switch (reason.kind) {
    case 'words':
      return `words ${reason.words.join(', ')}`
    case 'pairs':
      return `side by side ${reason.pairs.join(', ')}`
    case 'phrase':
      return `phrase ${reason.phrases.map((phrase) => `"${phrase}"`).join(', ')}`
    case 'speaker':
      return `said by ${reason.speaker}`
    case 'own_words':
      return 'your own words'
    case 'date':
      return `same ${reason.unit}`
    case 'time_wording':
      return 'names a time'
    case 'time':
      return `happened ${reason.wording}`
    case 'meaning':
      return reason.similarity > 0
        ? `meaning ${reason.similarity.toFixed(2)}`
        : 'meaning of the turns around it'
    case 'neighbours':
      return `turns around it ${percent(reason.share)}`
    case 'session':
      return `its session ${percent(reason.share)}`
    case 'path':
      return reason.path
    case 'mentions':
      return `mentions ${reason.name}`
    case 'newer':
      return 'newer than what says otherwise'
    case 'superseded':
      return reason.by === null ? 'taken back' : 'something newer took its place'
    case 'quotes':
      return 'part of what was found'
    case 'age':
      return `age × ${reason.factor.toFixed(2)}`
  }
}

/** As a person reads it: `34 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
