import type { OutlinePlace } from './outline.js'

/** Of each place, the index of the section that it stands under (of its first part); -1 where it stands under none. */
export function parentsOf(places: readonly Pick<OutlinePlace, 'level' | 'part'>[]): number[] {
  const open: { readonly level: number; readonly index: number; readonly parent: number }[] = []
  return places.map(({ level, part }, index) => {
    if (part > 0) return open.at(-1)?.parent ?? -1
    while ((open.at(-1)?.level ?? -1) >= level) open.pop()
    const parent = level === 0 ? -1 : (open.at(-1)?.index ?? -1)
    // What stands before the first heading has nothing under it.
    if (level > 0) open.push({ level, index, parent })
    return parent
  })
}
