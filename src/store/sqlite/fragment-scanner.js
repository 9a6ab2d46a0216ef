// Finds pieces of many texts in a stream of bytes. Every piece of 16 bytes of every text is in a hash table; of the
// stream only each eighth position is looked up, so that 100 MB take a tenth of a second:
//
//     text      ········[ piece at any offset  ]····
//     stream    |       |       |       |       |        looked up at each |
//
// A run of 23 bytes of a text always covers 16 of them that begin at a |.

const PIECE_BYTES = 16
const STRIDE_BYTES = 8
/** What a look at each eighth position is sure to meet. */
const COVERED_BYTES = PIECE_BYTES + STRIDE_BYTES - 1

/** A stream that is cut anywhere must repeat this many bytes after the cut. */
export const OVERLAP_BYTES = 64

/**
 * Texts too short to be met for sure are looked for whole, at every position; under 8 bytes, they cannot be told
 * from chance, and only the index is asked for them.
 */
const SHORTEST_BYTES = 8

/**
 * @param {readonly Buffer[]} texts
 * @param {'sparse' | 'dense'} looks At each eighth position of the stream, or at each.
 */
export function createFragmentScanner(texts, looks) {
  const coveredFrom = looks === 'sparse' ? COVERED_BYTES : PIECE_BYTES
  const long = texts.filter((text) => text.length >= coveredFrom)
  const short = texts.filter((text) => text.length < coveredFrom && text.length >= SHORTEST_BYTES)
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
    /** Whether every piece of every text was seen. */
    isComplete: () => table.count() === table.size() && foundShort.size === short.length,
  }
}

/**
 * All pieces of the texts under a hash of all their sixteen bytes (of fewer, the many pieces that begin with a
 * frequent word would share a slot); equal ones are kept once.
 *
 * @param {readonly Buffer[]} texts
 */
function createTable(texts) {
  const all = Buffer.concat(texts)
  // Sparse, so that most lookups end at an empty slot; small enough for the processor's cache where texts are.
  const bits = Math.min(22, Math.max(16, Math.ceil(Math.log2(all.length + 1)) + 6))
  const shift = 32 - bits
  // A piece is named by its offset in `all` plus one; zero is none.
  const heads = new Int32Array(2 ** bits)
  const nexts = new Int32Array(all.length + 1)
  const isFound = new Uint8Array(all.length + 1)
  let count = 0
  let size = 0

  /** @param {number} slot @param {Buffer} bytes @param {number} at */
  function pieceAt(slot, bytes, at) {
    let piece = /** @type {number} */ (heads[slot])
    while (piece !== 0 && !isSame(all, piece - 1, bytes, at)) piece = /** @type {number} */ (nexts[piece])
    return piece
  }

  let start = 0
  for (const { length } of texts) {
    for (let at = start; at + PIECE_BYTES <= start + length; at++) {
      const slot = hash(word(all, at), word(all, at + 4), word(all, at + 8), word(all, at + 12)) >>> shift
      if (pieceAt(slot, all, at) !== 0) continue
      nexts[at + 1] = /** @type {number} */ (heads[slot])
      heads[slot] = at + 1
      size += 1
    }
    start += length
  }

  /** @param {number} slot @param {Buffer} bytes @param {number} at */
  function mark(slot, bytes, at) {
    const piece = pieceAt(slot, bytes, at)
    if (piece === 0 || isFound[piece] === 1) return
    isFound[piece] = 1
    count += 1
  }

  return {
    /** @param {Buffer} bytes */
    lookSparsely(bytes) {
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
      const wordAt = (/** @type {number} */ i) => /** @type {number} */ (words[i])
      for (let i = 0; i + 3 < words.length; i += STRIDE_BYTES / 4) {
        const slot = hash(wordAt(i), wordAt(i + 1), wordAt(i + 2), wordAt(i + 3)) >>> shift
        if (heads[slot] !== 0) mark(slot, bytes, i * 4)
      }
    },
    /** @param {Buffer} bytes */
    lookDensely(bytes) {
      let a = word(bytes, 0)
      let b = word(bytes, 4)
      let c = word(bytes, 8)
      let d = word(bytes, 12)
      for (let at = 0; ; at++) {
        const slot = hash(a, b, c, d) >>> shift
        if (heads[slot] !== 0) mark(slot, bytes, at)
        if (at + PIECE_BYTES === bytes.length) return
        const next = /** @type {number} */ (bytes[at + PIECE_BYTES])
        a = (a >>> 8) | (b << 24)
        b = (b >>> 8) | (c << 24)
        c = (c >>> 8) | (d << 24)
        d = (d >>> 8) | (next << 24)
      }
    },
    found() {
      /** @type {Buffer[]} */
      const pieces = []
      for (let piece = isFound.indexOf(1); piece !== -1; piece = isFound.indexOf(1, piece + 1)) {
        pieces.push(all.subarray(piece - 1, piece - 1 + PIECE_BYTES))
      }
      return pieces
    },
    count: () => count,
    size: () => size,
  }
}

/** @param {Buffer} left @param {number} from @param {Buffer} right @param {number} at */
function isSame(left, from, right, at) {
  for (let i = 0; i < PIECE_BYTES; i++) if (left[from + i] !== right[at + i]) return false
  return true
}

/** @param {Buffer} bytes @param {number} at */
function word(bytes, at) {
  return bytes.readInt32LE(at)
}

/** @param {number} a @param {number} b @param {number} c @param {number} d */
function hash(a, b, c, d) {
  const left = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca77)
  const right = Math.imul(Math.imul(c, 0xc2b2ae3d) ^ d, 0x27d4eb2f)
  return Math.imul(left ^ (right >>> 15), 0x9e3779b1)
}
