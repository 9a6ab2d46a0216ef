import type { ErrorCode } from '../../errors.js'
import type { OperationName } from '../../operations/table.js'
import type { Who } from '../../reach.js'

/** What a reading thread is told. */
export type ReaderCall =
  | {
      readonly does: 'perform'
      readonly id: number
      readonly who: Who
      readonly key: OperationName
      readonly input: unknown
    }
  | { readonly does: 'abort' | 'flush'; readonly id: number }
  | { readonly does: 'close' }

/** What it answers: JSON as the caller gets it, or why there is none. */
export type ReaderAnswer =
  | { readonly id: number; readonly body: string }
  | {
      readonly id: number
      readonly refused: {
        readonly code: ErrorCode
        readonly message: string
        readonly hint: string | undefined
      }
    }
  | {
      readonly id: number
      readonly mistake: {
        readonly name: string
        readonly message: string
        readonly stack: string | undefined
      }
    }
