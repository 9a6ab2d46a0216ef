/** The known word nearest to what was typed, where one is near enough to be meant. */
export function suggest(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase()
  if (word.length > 40) return undefined
  const beginning = known.filter((candidate) => word.length >= 2 && candidate.startsWith(word))
  if (beginning.length === 1) return beginning[0]
  const ranked = known
    .map((candidate) => ({ candidate, steps: distance(word, candidate) }))
    .sort((a, b) => a.steps - b.steps)
  const [best] = ranked
  return best !== undefined && best.steps <= Math.max(1, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined
}

/** Letters added, dropped, changed or swapped with a neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) steps = Math.min(steps, (before[j - 2] ?? 0) + 1)
      row.push(steps)
    }
    before = last
    last = row
  }
  return last[b.length] ?? a.length
}
