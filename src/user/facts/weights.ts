import type { Trust } from '../../items/item.js'

/** How far a fact is believed when it comes, in hundredths. */
export const CONFIDENCE = {
  /** The user's own words. */
  stated: 75,
  /** What a tool, an agent or an import says. */
  observed: 60,
  /** What the user corrected. */
  corrected: 100,
  /** What a further source adds, up to 100. */
  repeat: 10,
  /** A newer statement that is believed by more than this less than the one it replaces is to be reviewed. */
  reviewGap: 15,
} as const

/** From 1 to 10. */
export const IMPORTANCE = {
  usual: 5,
  /** At least, once the user took the trouble to correct it. */
  corrected: 7,
} as const

export function confidenceOf(trust: Trust): number {
  if (trust === 'definitive') return CONFIDENCE.corrected
  return trust === 'stated' ? CONFIDENCE.stated : CONFIDENCE.observed
}

/** Said by the user in person, or corrected by them. */
export function isStated(trust: Trust): boolean {
  return trust === 'definitive' || trust === 'stated'
}

/** Whether what is new is believed so much less than what it replaces that someone should look. */
export function needsReview(fresh: number, replaced: number): boolean {
  return fresh + CONFIDENCE.reviewGap < replaced
}

/** What a priority of an instruction is when nobody says: from 1 to 100, the highest first. */
export const INSTRUCTION = {
  /** Read out of what the user said. */
  detectedPriority: 30,
  /** Added as one. */
  addedPriority: 50,
  /** A detected one has at least as many words: `never` alone instructs nobody. */
  minWords: 3,
} as const
