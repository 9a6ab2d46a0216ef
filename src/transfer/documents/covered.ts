/** A folder, or all there is, that an import looked through: what it does not give is not there any more. */
export interface Cover {
  /** How the sources of its files begin, like `docs/`. */
  readonly source: string
  /** How their places begin; undefined means documents without a place. */
  readonly place?: string | undefined
  /** Files and folders beneath that were not looked at: they may be there all the same. */
  readonly except?: readonly string[] | undefined
}

interface Placed {
  readonly source: string | null
  readonly placeKey: Uint8Array | null
}

/** Says whether a document's file lay in what was looked through. */
export function coveredBy(
  covers: readonly Cover[],
  keyOf: (place: string) => Uint8Array,
): (document: Placed) => boolean {
  const known = covers.map(({ source, place, except = [] }) => ({
    source: source.normalize('NFC'),
    place,
    except: new Set(except.map((path) => path.normalize('NFC'))),
  }))
  return ({ source, placeKey }) => {
    if (source === null) return false
    const whole = source.normalize('NFC')
    return known.some((cover) => {
      if (!whole.startsWith(cover.source)) return false
      const rest = whole.substring(cover.source.length) // slice-ok: behind what it begins with
      const isThere =
        cover.place === undefined
          ? placeKey === null
          : placeKey !== null && Buffer.compare(placeKey, keyOf(`${cover.place}${rest}`)) === 0
      return isThere && !withFoldersAbove(rest).some((path) => cover.except.has(path))
    })
  }
}

/** Of `a/b/c.md`: itself, `a/b` and `a`. */
function withFoldersAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
