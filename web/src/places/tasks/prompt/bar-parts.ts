export interface BarPart<B extends string> {
  readonly block: B
  readonly tokens: number
  /** Of the whole bar, from 0 to 1. */
  readonly share: number
}

/**
 * How wide each block stands in a bar that is as long as the budget; where more was used, as long as that. What took nothing
 * is left out.
 */
export function barParts<B extends string>(
  blocks: readonly { readonly block: B; readonly tokens: number }[],
  budget: number,
): readonly BarPart<B>[] {
  const used = blocks.reduce((sum, { tokens }) => sum + tokens, 0)
  const whole = Math.max(used, budget, 1)
  return blocks
    .filter(({ tokens }) => tokens > 0)
    .map(({ block, tokens }) => ({ block, tokens, share: tokens / whole }))
}
