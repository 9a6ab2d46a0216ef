import type { Spine } from '../../items/spine.js'
import type { CollectedFindings } from './collect-findings.js'
import { finding } from './finding.js'
import { createJunkFinder, type JunkReport } from './junk-finder.js'
import { meaningOfJunk } from './junk-reason.js'
import { forgetting } from './proposals.js'
import { type Favourite, statedFavourite } from './stated-taste.js'
import { walkNotes } from './walk-notes.js'

/** A favourite that a note says and no fact was made of. */
export interface NotedFavourite extends Favourite {
  readonly id: string
  readonly at: number
}

export interface JudgedNotes {
  readonly report: JunkReport
  readonly favourites: readonly NotedFavourite[]
}

/** Looks through all notes once: what is junk, what repeats, which favourites they name. */
export async function judgeNotes(
  spine: Spine,
  bank: string,
  into: CollectedFindings,
  signal: AbortSignal | undefined,
): Promise<JudgedNotes> {
  const junk = createJunkFinder()
  const favourites: NotedFavourite[] = []
  for await (const { id, text, at, hasFacts } of walkNotes(spine, bank, signal)) {
    const found = junk.look({ id, text })
    if (found !== undefined) {
      const { reason, of } = found
      into.add(
        finding({
          kind: of === null ? 'junk' : 'near_duplicate',
          what:
            of === null
              ? `a note with ${meaningOfJunk[reason]}`
              : `two notes, the later with ${meaningOfJunk[reason]}`,
          items: of === null ? [id] : [of, id],
          entities: [],
          proposal: forgetting(id),
        }),
      )
      continue
    }
    const favourite = hasFacts ? undefined : statedFavourite(text)
    if (favourite !== undefined) favourites.push({ ...favourite, id, at })
  }
  return { report: junk.report(), favourites }
}
