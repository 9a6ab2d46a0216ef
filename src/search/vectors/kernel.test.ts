import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernel } from './kernel.js'
import { KERNEL_BYTES } from './kernel-bytes.js'
import { openKernel } from './open-kernel.js'
import { openPlainKernel } from './plain-kernel.js'

describe('the kernel of the vector scan', () => {
  it('is what its source gives', () => {
    const built = execFileSync(process.execPath, ['scripts/build-kernel.mjs', '--print'], {
      encoding: 'utf8',
    })
    expect(built).toBe(readFileSync('src/search/vectors/kernel-bytes.ts', 'utf8'))
  })

  it('is small, and runs on this machine', () => {
    expect(Buffer.from(KERNEL_BYTES, 'base64').byteLength).toBeLessThan(1_000)
    expect(openKernel().name).toBe('simd')
    expect(openKernel('plain').name).toBe('plain')
  })

  it('estimates the same scores to the bit as plain JavaScript, whatever is in memory', () => {
    const shape = fc.record({
      groups: fc.integer({ min: 1, max: 5 }),
      bytes: fc.integer({ min: 1, max: 130 }),
    })
    const finite = fc.float({ noNaN: true, noDefaultInfinity: true, min: -4, max: 4 })
    fc.assert(
      fc.property(
        shape,
        finite,
        finite,
        fc.nat(0x7fff),
        fc.nat(),
        ({ groups, bytes }, gain, base, middle, seed) => {
          const [simd, plain] = filled(1 << 17, seed)
          for (const { buffer, estimate } of [simd, plain]) {
            // Two entries are added in a byte.
            const tables = new Uint8Array(buffer, 0, bytes * 32)
            for (let i = 0; i < tables.length; i++) tables[i]! &= 127
            finiteFloats(buffer, LIFT, groups * 16)
            finiteFloats(buffer, SLOPE, groups * 16)
            estimate(SIGNS, LIFT, SLOPE, groups, bytes, 0, middle, gain, base, SCORES)
          }
          expect(same(simd, plain)).toBe(true)
        },
      ),
    )
  })

  it('picks the same rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float(), { minLength: 4, maxLength: 64 }),
        fc.float({ noNaN: true }),
        (values, least) => {
          const rows = values.length - (values.length % 4)
          const [simd, plain] = filled(1 << 12, 1)
          const counts = [simd, plain].map(({ buffer, above }) => {
            new Float32Array(buffer, 0, values.length).set(values)
            return above(0, rows, least, 2048)
          })
          expect(counts[0]).toBe(counts[1])
          expect(counts[0]).toBe(values.slice(0, rows).filter((value) => value > least).length)
          expect(same(simd, plain)).toBe(true)
        },
      ),
    )
  })

  it('multiplies to the same products', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 64 }),
        fc.nat(),
        (count, blocks, seed) => {
          const [simd, plain] = filled(1 << 17, seed)
          for (const { buffer, dots } of [simd, plain]) {
            const list = new Int32Array(buffer, 4096, count)
            for (let i = 0; i < count; i++) list[i] = 8192 + i * blocks * 16
            dots(4096, count, 1024, blocks * 16, 6144)
          }
          expect(same(simd, plain)).toBe(true)
        },
      ),
    )
  })

  it('keeps what is in memory when more is reserved', () => {
    for (const kernel of [openKernel(), openPlainKernel()]) {
      kernel.reserve(64)
      new Uint8Array(kernel.buffer, 0, 64).fill(7)
      kernel.reserve(1 << 20)
      expect(kernel.buffer.byteLength).toBeGreaterThanOrEqual(1 << 20)
      expect([...new Uint8Array(kernel.buffer, 60, 8)]).toEqual([7, 7, 7, 7, 0, 0, 0, 0])
    }
  })
})

const SIGNS = 1 << 14
const LIFT = 1 << 15
const SLOPE = LIFT + 512
const SCORES = SLOPE + 512

/** Both kernels with the same bytes, which the seed decides. */
function filled(size: number, seed: number): [Kernel, Kernel] {
  const kernels: [Kernel, Kernel] = [openKernel(), openPlainKernel()]
  for (const kernel of kernels) {
    kernel.reserve(size)
    const bytes = new Uint8Array(kernel.buffer)
    let state = seed | 1
    for (let i = 0; i < size; i++) {
      state = Math.imul(state, 1_664_525) + 1_013_904_223
      bytes[i] = state >>> 24
    }
  }
  return kernels
}

function finiteFloats(buffer: ArrayBuffer, at: number, count: number): void {
  const floats = new Float32Array(buffer, at, count)
  const bytes = new Int8Array(buffer, at, count * 4)
  for (let i = 0; i < count; i++) floats[i] = bytes[i * 4]! / 64
}

function same(a: Kernel, b: Kernel): boolean {
  const size = Math.min(a.buffer.byteLength, b.buffer.byteLength)
  return Buffer.from(a.buffer, 0, size).equals(Buffer.from(b.buffer, 0, size))
}
