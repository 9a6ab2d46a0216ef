// Finds pieces of many texts in a stream of bytes. Every piece of 16 bytes of every text is in a hash table; of the
// stream only each eighth position is looked up, so that 100 MB take a tenth of a second:
//
//     text      ········[ piece at any offset  ]····
//     stream    |       |       |       |       |        looked up at each |
//
// A run of 23 bytes of a text always covers 16 of them that begin at a |.

export const PIECE_BYTES = 16

/** A stream that is cut anywhere must repeat this many bytes after the cut. */
export const OVERLAP_BYTES = 64

/**
 * Texts under 16 bytes are looked for whole, at every position; under 8, they cannot be told from chance, and only
 * the index is asked for them.
 */
const SHORTEST_BYTES = 8

/**
 * @param {readonly Buffer[]} texts
 * @param {'sparse' | 'dense'} looks At each eighth position of the stream, or at each.
 */
export function createFragmentScanner(texts, looks) {
  const long = texts.filter((text) => text.length >= PIECE_BYTES)
  const short = texts.filter((text) => text.length < PIECE_BYTES && text.length >= SHORTEST_BYTES)
  const table = createTable(long)
  /** @type {Set<Buffer>} */
  const foundShort = new Set()

  return {
    /** @param {Buffer} bytes Sparse: begins at a multiple of four in its memory. */
    feed(bytes) {
      if (long.length > 0 && bytes.length >= PIECE_BYTES) {
        if (looks === 'sparse') table.lookSparsely(bytes)
        else table.lookDensely(bytes)
      }
      for (const text of short) if (!foundShort.has(text) && bytes.includes(text)) foundShort.add(text)
    },
    /** The pieces seen so far. */
    found: () => [...table.found(), ...foundShort],
    /** How many they are. */
    count: () => table.count() + foundShort.size,
  }
}

/**
 * All pieces of the texts under a hash of their first eight bytes; equal ones are kept once.
 *
 * @param {readonly Buffer[]} texts
 */
function createTable(texts) {
  const all = Buffer.concat(texts)
  // Sparse, so that most lookups end at an empty slot; small enough for the processor's cache where texts are.
  const bits = Math.min(22, Math.max(16, Math.ceil(Math.log2(all.length + 1)) + 6))
  const shift = 32 - bits
  // Offsets in `all` plus one; zero is none.
  const heads = new Int32Array(2 ** bits)
  const nexts = new Int32Array(all.length + 1)
  const isFound = new Uint8Array(all.length + 1)
  let count = 0

  let start = 0
  for (const { length } of texts) {
    for (let at = start; at + PIECE_BYTES <= start + length; at++) {
      const slot = slotOf(all.readInt32LE(at), all.readInt32LE(at + 4), shift)
      if (entryOf(slot, all, at) !== 0) continue
      nexts[at + 1] = /** @type {number} */ (heads[slot])
      heads[slot] = at + 1
    }
    start += length
  }

  /** @param {number} slot @param {Buffer} bytes @param {number} at */
  function entryOf(slot, bytes, at) {
    let entry = /** @type {number} */ (heads[slot])
    while (
      entry !== 0 &&
      bytes.compare(all, entry - 1, entry - 1 + PIECE_BYTES, at, at + PIECE_BYTES) !== 0
    ) {
      entry = /** @type {number} */ (nexts[entry])
    }
    return entry
  }

  /** @param {number} slot @param {Buffer} bytes @param {number} at */
  function mark(slot, bytes, at) {
    const entry = entryOf(slot, bytes, at)
    if (entry === 0 || isFound[entry] === 1) return
    isFound[entry] = 1
    count += 1
  }

  return {
    /** @param {Buffer} bytes */
    lookSparsely(bytes) {
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
      for (let i = 0; i + 3 < words.length; i += 2) {
        const slot = slotOf(/** @type {number} */ (words[i]), /** @type {number} */ (words[i + 1]), shift)
        if (heads[slot] !== 0) mark(slot, bytes, i * 4)
      }
    },
    /** @param {Buffer} bytes */
    lookDensely(bytes) {
      let low = bytes.readInt32LE(0)
      let high = bytes.readInt32LE(4)
      for (let at = 0; ; at++) {
        const slot = slotOf(low, high, shift)
        if (heads[slot] !== 0) mark(slot, bytes, at)
        if (at + PIECE_BYTES === bytes.length) return
        const next = /** @type {number} */ (bytes[at + 8])
        low = (low >>> 8) | (high << 24)
        high = (high >>> 8) | (next << 24)
      }
    },
    found() {
      /** @type {Buffer[]} */
      const pieces = []
      for (let entry = isFound.indexOf(1); entry !== -1; entry = isFound.indexOf(1, entry + 1)) {
        pieces.push(all.subarray(entry - 1, entry - 1 + PIECE_BYTES))
      }
      return pieces
    },
    count: () => count,
  }
}

/** @param {number} low @param {number} high @param {number} shift */
function slotOf(low, high, shift) {
  return Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca77) >>> shift
}
