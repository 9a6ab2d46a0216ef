import type { Kernel } from './kernel.js'

/** scan.wat in JavaScript, for machines without vector instructions: about ten times slower, with the same answers. */
export function openPlainKernel(): Kernel {
  let buffer = new ArrayBuffer(0)
  let bytes = new Uint8Array(buffer)
  let codes = new Int8Array(buffer)
  let shorts = new Int16Array(buffer)
  let longs = new Int32Array(buffer)
  let floats = new Float32Array(buffer)

  return {
    name: 'plain',
    pace: 8_192,
    get buffer() {
      return buffer
    },
    reserve: (wanted) => {
      if (wanted <= buffer.byteLength) return
      const before = bytes
      // By a quarter at least: each time all is copied.
      buffer = new ArrayBuffer(Math.ceil(Math.max(wanted, buffer.byteLength * 1.25) / 16) * 16)
      bytes = new Uint8Array(buffer)
      bytes.set(before)
      codes = new Int8Array(buffer)
      shorts = new Int16Array(buffer)
      longs = new Int32Array(buffer)
      floats = new Float32Array(buffer)
    },

    estimate: (signs, lift, slope, groups, width, tables, middle, gain, base, scores) => {
      const gain32 = Math.fround(gain)
      const base32 = Math.fround(base)
      for (let group = 0; group < groups; group++) {
        const first = signs + group * width * 16
        for (let row = 0; row < 16; row++) {
          // Even bytes of a group are rows 0 to 7, odd ones 8 to 15: so their sums come out in order.
          let at = first + (row < 8 ? 2 * row : 2 * row - 15)
          let sum = 0
          for (let table = tables; table < tables + width * 32; table += 32) {
            const x = bytes[at]!
            sum += bytes[table + (x & 15)]! + bytes[table + 16 + (x >> 4)]!
            at += 16
          }
          const place = group * 16 + row
          const inLine = Math.fround(Math.fround((sum - middle) * floats[slope / 4 + place]!) * gain32)
          floats[scores / 4 + place] = Math.fround(inLine + floats[lift / 4 + place]!) + base32
        }
      }
    },

    above: (scores, rows, least, out) => {
      const least32 = Math.fround(least)
      let count = 0
      for (let row = 0; row < rows; row++) {
        if (floats[scores / 4 + row]! > least32) longs[out / 4 + count++] = row
      }
      return count
    },

    dots: (list, count, question, width, out) => {
      for (let i = 0; i < count; i++) {
        const at = longs[list / 4 + i]!
        let sum = 0
        for (let k = 0; k < width; k++) sum += codes[at + k]! * shorts[question / 2 + k]!
        longs[out / 4 + i] = sum
      }
    },
  }
}
