/** A text, and what it is worth. */
export interface RankedText {
  readonly rid: number
  readonly score: number
}

/** Keeps the best of very many texts: by score, and of equal ones the later. */
export interface BestTexts {
  /** What is worth less need not be offered. */
  readonly least: number
  offer(rid: number, score: number): void
  /** Best first. */
  take(): RankedText[]
}

export function createBestTexts(wanted: number): BestTexts {
  let texts: RankedText[] = []
  let least = Number.NEGATIVE_INFINITY

  function shrink(): void {
    texts = texts.sort((a, b) => b.score - a.score || b.rid - a.rid).slice(0, wanted) // slice-ok: texts by rank
    if (texts.length === wanted) least = texts.at(-1)?.score ?? least
  }

  return {
    get least() {
      return least
    },
    offer: (rid, score) => {
      if (score < least) return
      texts.push({ rid, score })
      if (texts.length >= ROOM * wanted) shrink()
    },
    take: () => {
      shrink()
      return texts
    },
  }
}

/** Sorted whenever there are so many times as many as wanted. */
const ROOM = 4
