/**
 * Every constant of the ranking of sections, explained by what it does. Found by coordinate descent on one half of the English
 * documentation of Vue, by file; what they reach on the other half, on its Chinese and on the documentation of Node.js
 * stands in eval/README.md. The ranking hardly depends on any of them: the heading counts, not by how much exactly.
 */
export const SECTION_WEIGHTS = {
  /** BM25 saturation: how fast a repeated word stops adding. */
  saturation: 1.5,
  /** Added to a section's length and to the average before they are compared: short sections are not better for it. */
  lengthPad: 100,
  /** Least inverse document frequency of a word. */
  idfFloor: 1.5,
  /** Share of a word's score that asks for its exact form. */
  exactShare: 0.2,
  /** Worth of a single CJK character beside the pairs it stands in. */
  single: 0.4,
  /** A word of the section's own heading counts as standing in the text so many times more … */
  heading: 4,
  /** … and one of the title or of a heading above so many. */
  above: 1,
  /** What a heading gains by being in the question: of the worth of its words that are, the share of it that is. */
  headingCover: 2,
  /** The same of the worth of the whole question: a heading that is all in a long question is what it is about. */
  questionCover: 0.2,
  /** What title and headings above gain by being in the question. */
  aboveCover: 0.25,
  /** Worth of a word of the heading that the question lacks, in parts of that of a word of one section alone. */
  unasked: 0.6,
  /** In a heading, what a part of an identifier and a single CJK character count beside a word. */
  partInHeading: 0.6,
  singleInHeading: 0.2,
  /** Two neighbouring words of the question that are neighbours in the text, where no heading says what that is about … */
  pair: 0.2,
  /** … and its best sentence: what of the question is all in one. */
  sentence: 1,
} as const
