import { slug } from 'github-slugger'

/**
 * An anchor for each heading, all different. An explicit id goes to the first heading that has it, wherever that stands: who
 * gave it links to it. All others are numbered as GitHub numbers them, around the explicit ones.
 */
export function anchorsOf(
  headings: readonly { readonly id: string | undefined; readonly anchorText: string }[],
): readonly string[] {
  // How often each was asked for again. The empty one is the beginning's.
  const taken = new Map<string, number>([['', 0]])
  const unique = (wanted: string): string => {
    let anchor = wanted
    while (taken.has(anchor)) {
      const times = (taken.get(wanted) ?? 0) + 1
      taken.set(wanted, times)
      anchor = `${wanted}-${times}`
    }
    taken.set(anchor, 0)
    return anchor
  }
  const given = new Map<number, string>()
  for (const [index, { id }] of headings.entries()) {
    if (id === undefined || taken.has(id)) continue
    taken.set(id, 0)
    given.set(index, id)
  }
  return headings.map(({ id, anchorText }, index) => given.get(index) ?? unique(id ?? slug(anchorText)))
}
