import type { OutputOf } from '../../api/operation-types.js'

type Known = Pick<OutputOf<'memory.entity'>, 'entity' | 'names' | 'facts'>

/** What merging two will do, said before it is done. */
export interface MergePlan {
  /** Names that the kept one gets. */
  readonly names: readonly string[]
  readonly mentions: number
  readonly relations: number
  /** What both have, of which only one can hold. */
  readonly clashes: readonly { readonly attribute: string; readonly one: string; readonly other: string }[]
}

export function mergePlan(kept: Known, gone: Known): MergePlan {
  const values = (known: Known) =>
    new Map(
      known.facts
        .filter(({ isSingle, status, attribute }) => isSingle && status === 'active' && attribute !== null)
        .map(({ attribute, value, text }) => [attribute as string, value ?? text] as const),
    )
  const others = values(gone)
  const have = new Set(kept.names.map(({ name }) => name))
  return {
    names: gone.names.map(({ name }) => name).filter((name) => !have.has(name)),
    mentions: gone.entity.mentions,
    relations: gone.entity.relations,
    clashes: [...values(kept)].flatMap(([attribute, one]) => {
      const other = others.get(attribute)
      return other === undefined || other === one ? [] : [{ attribute, one, other }]
    }),
  }
}

/** Who gets which of the names that are parted: those of a merge go back together, those of its own are one that is new. */
export interface SplitPlan {
  readonly back: readonly (readonly string[])[]
  readonly own: readonly string[]
  /** Whether a name is left. */
  readonly isPossible: boolean
}

export function splitPlan({ names }: Pick<Known, 'names'>, picked: ReadonlySet<string>): SplitPlan {
  const going = names.filter(({ name }) => picked.has(name))
  const origins = new Map<string, string[]>()
  for (const { name, from } of going) {
    if (from === null) continue
    origins.set(from, [...(origins.get(from) ?? []), name])
  }
  return {
    back: [...origins.values()],
    own: going.filter(({ from }) => from === null).map(({ name }) => name),
    isPossible: going.length > 0 && going.length < names.length,
  }
}
