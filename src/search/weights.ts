/**
 * Every constant of the `measured` ranking, in one place, explained by what it does. They were found by coordinate
 * descent on the public sets and then settled by hand on all of them, so that the floors of eval hold: figures on
 * those sets are figures on data that was looked at (eval/README.md says what was held out).
 */
export interface Weights {
  /** BM25 saturation: how fast a repeated word stops adding. */
  readonly saturation: number
  /**
   * Added to a text's length and to the average before they are compared. BM25 with full length normalisation
   * rewards very short turns ("Wow, Rome!"); without a pad LoCoMo lost six points at rank 1.
   */
  readonly lengthPad: number
  /** Least inverse document frequency of a word, so that a word of nearly every turn still tells turns apart. */
  readonly idfFloor: number
  /** Share of a word's score that asks for its exact form; the rest is satisfied by its stem. */
  readonly exactShare: number
  /** What two neighbouring words of the question add when they are neighbours in the text, per sum of their idf. */
  readonly pair: number
  /** Worth of a single CJK character beside the pairs it stands in. */
  readonly single: number
  /** Worth of a word that is part of a time the question speaks of ("last month"): the time layer knows better. */
  readonly timeWord: number
  /** Worth of a speaker's name as a word of the text, once it is known to name a speaker. */
  readonly nameInText: number
  /** A turn by a speaker the question names, if it matches at all, counts as having one more word of this idf … */
  readonly speakerIdf: number
  /** … and its score is raised by this share. */
  readonly speakerShare: number
  /** Raise of the asker's own turns when the question says "I" or "my". */
  readonly askerShare: number
  /** Raise of an item dated in a month that the question names … */
  readonly monthShare: number
  /** … and a further one when the day is named and is the item's too. */
  readonly dayShare: number
  /** Raise of a text with a time in it when the question asks when. */
  readonly timeWordingShare: number
  /** A question's word that the turn lacks and a neighbour has, as a share of the neighbour's score for it … */
  readonly neighbour: number
  /** … and the share of that for the turn after next and before last. */
  readonly secondNeighbour: number
  /** Receiving turns of this many characters get half: a long turn speaks for itself. */
  readonly neighbourChars: number
  /** Share of the mean of a session's three best turns that each of its turns gains. */
  readonly sessionTop: number
  /** Share of the session's score as one document that each of its turns gains. */
  readonly sessionWhole: number
  /** Sessions whose turns have this many characters on average pass on half. */
  readonly sessionChars: number
  /** A turn's meaning that is farther from the question than a neighbour's gains this share of the difference … */
  readonly nearNeighbour: number
  /** … and this much less for the turn after next and before last. */
  readonly secondNearNeighbour: number
  /** How much nearer than the hundredth an item's meaning is that counts in full, as cosine. */
  readonly nearness: number
  /** Among so many first hits, the newer of two statements goes first: further down, chance would choose. */
  readonly newestAmong: number
  /** The newer one must have this share of the older's score, where it has the form of the answer … */
  readonly newestScore: number
  /** … and this where the question does not clearly ask how things are, or any words may be the answer. */
  readonly newestScoreUnsure: number
  /** A sentence of the older one must have this share of the question's words … */
  readonly newestAsked: number
  /** … and one of the newer this share of those, where it has the form of the answer (a number, a time of day) … */
  readonly newestWords: number
  /** … or this where any words may be the answer. */
  readonly newestWordsUnsure: number
  /** Weight of the full-text layer in the convex sum. */
  readonly textLayer: number
  /** Weight of the vector layer: a small model adds to words, where it counted as much it took away (decisions/0011). */
  readonly vectorLayer: number
  /** Weight of the entity layer: what states the relation that is asked for gains as much as half the best text. */
  readonly entityLayer: number
  /** Weight of the time layer: as much as this share of the best text score for happening when the question says. */
  readonly timeLayer: number
}

export const WEIGHTS: Weights = {
  saturation: 1.5,
  lengthPad: 100,
  idfFloor: 1.5,
  exactShare: 0.2,
  pair: 0.2,
  single: 0.4,
  timeWord: 0.3,
  nameInText: 0.6,
  speakerIdf: 2,
  speakerShare: 0.7,
  askerShare: 0.7,
  monthShare: 0.8,
  dayShare: 1,
  timeWordingShare: 0.35,
  neighbour: 0.55,
  secondNeighbour: 0.5,
  neighbourChars: 300,
  sessionTop: 0.5,
  sessionWhole: 0.6,
  sessionChars: 600,
  nearNeighbour: 0.8,
  secondNearNeighbour: 0.5,
  nearness: 0.5,
  newestAmong: 5,
  newestScore: 0.4,
  newestScoreUnsure: 0.8,
  newestAsked: 0.5,
  newestWords: 0.55,
  newestWordsUnsure: 0.9,
  textLayer: 1,
  vectorLayer: 0.3,
  entityLayer: 0.5,
  timeLayer: 0.5,
}
