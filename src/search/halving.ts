/** Damps what a long turn gains from around it: 1 for nothing, ½ at `half`, falling with the square beyond. */
export function halving(value: number, half: number): number {
  return 1 / (1 + (value / half) ** 2)
}
