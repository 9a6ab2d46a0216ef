// Finds any of many byte strings of one length in a stream, in one pass: a rolling hash, a bit filter, a map.

/** Every run of 23 bytes of a text holds one of its fragments whole. */
export const FRAGMENT_BYTES = 16
const STRIDE_BYTES = 8

/**
 * Pieces of texts, short enough to survive a page's border, long enough to be told from chance.
 * Texts under sixteen bytes have none: of those only the index is checked.
 * @param {readonly string[]} texts
 * @returns {Set<string>} as latin1
 */
export function fragmentsOf(texts) {
  const fragments = new Set()
  for (const text of texts) {
    const bytes = Buffer.from(text, 'utf8').toString('latin1')
    if (bytes.length < FRAGMENT_BYTES) continue
    for (let at = 0; at + FRAGMENT_BYTES <= bytes.length; at += STRIDE_BYTES) {
      fragments.add(bytes.slice(at, at + FRAGMENT_BYTES))
    }
    fragments.add(bytes.slice(bytes.length - FRAGMENT_BYTES))
  }
  return fragments
}

/**
 * @param {ReadonlySet<string>} fragments
 */
export function createFragmentScanner(fragments) {
  const filter = new Uint8Array(1 << 21)
  for (const fragment of fragments) filter[slot(Buffer.from(fragment, 'latin1'))] = 1
  /** @type {Set<string>} */
  const found = new Set()

  return {
    /** The fragments seen so far. */
    found,
    /** The fragments not seen so far. */
    missing: () => new Set([...fragments].filter((fragment) => !found.has(fragment))),
    /** @param {Buffer} bytes */
    feed(bytes) {
      if (fragments.size === 0 || bytes.length < FRAGMENT_BYTES) return
      let hash = slot32(bytes)
      for (let end = FRAGMENT_BYTES; ; end++) {
        if (filter[hash >>> SHIFT] === 1) {
          const candidate = bytes.toString('latin1', end - FRAGMENT_BYTES, end)
          if (fragments.has(candidate)) found.add(candidate)
        }
        if (end === bytes.length) return
        const out = /** @type {number} */ (bytes[end - FRAGMENT_BYTES])
        const into = /** @type {number} */ (bytes[end])
        hash = (Math.imul(hash - Math.imul(out, HIGHEST_POWER), MULTIPLIER) + into) | 0
      }
    },
  }
}

const MULTIPLIER = 0x01000193 * 2 + 1
const SHIFT = 32 - 21
const HIGHEST_POWER = power(FRAGMENT_BYTES - 1)

/** @param {number} exponent */
function power(exponent) {
  let result = 1
  for (let i = 0; i < exponent; i++) result = Math.imul(result, MULTIPLIER)
  return result
}

/** @param {Buffer} bytes */
function slot32(bytes) {
  let hash = 0
  for (let i = 0; i < FRAGMENT_BYTES; i++) hash = (Math.imul(hash, MULTIPLIER) + /** @type {number} */ (bytes[i])) | 0
  return hash
}

/** @param {Buffer} bytes */
function slot(bytes) {
  return slot32(bytes) >>> SHIFT
}
