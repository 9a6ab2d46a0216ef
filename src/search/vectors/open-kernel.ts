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
      const more = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES)
      if (more > 0) memory.grow(more)
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
