import type { Kernel } from './kernel.js'
import { KERNEL_BYTES } from './kernel-bytes.js'
import { openPlainKernel } from './plain-kernel.js'

/** Makes one for an index. `plain`: without WebAssembly, however able the machine is. */
export function openKernel(choice: 'best' | 'plain' = 'best'): Kernel {
  return (choice === 'best' ? openSimdKernel() : undefined) ?? openPlainKernel()
}

/** The little that is used of it; Node's types leave it out. */
declare const WebAssembly:
  | undefined
  | {
      validate(bytes: Uint8Array): boolean
      readonly Module: new (bytes: Uint8Array) => WasmModule
      readonly Instance: new (module: WasmModule) => { readonly exports: unknown }
    }

interface WasmModule {
  readonly __brand: 'wasm'
}

interface Exports extends Pick<Kernel, 'estimate' | 'above' | 'dots'> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
}

const PAGE_BYTES = 65_536

let compiled: WasmModule | null | undefined

function openSimdKernel(): Kernel | undefined {
  compiled ??= compile()
  if (compiled === null) return undefined
  const exports = instantiate(compiled)
  if (exports === undefined) return undefined
  const { memory, estimate, above, dots } = exports
  return {
    name: 'simd',
    pace: 131_072,
    get buffer() {
      return memory.buffer
    },
    reserve: (bytes) => {
      const { byteLength } = memory.buffer
      // Of a large one by more at once: each time its new pages are mapped anew.
      if (bytes > byteLength)
        memory.grow(Math.ceil(Math.max(bytes - byteLength, byteLength / 32) / PAGE_BYTES))
    },
    estimate,
    above,
    dots,
  }
}

/** Undefined where there is no room in the addresses of the process for one memory more. */
function instantiate(module: WasmModule): Exports | undefined {
  try {
    return new WebAssembly!.Instance(module).exports as Exports
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Null where WebAssembly is switched off, or knows nothing of SIMD: the bytes are then no valid module. */
function compile(): WasmModule | null {
  const bytes = Buffer.from(KERNEL_BYTES, 'base64')
  return typeof WebAssembly === 'object' && WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null
}
