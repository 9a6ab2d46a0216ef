import type { BlockName } from './block.js'
import type { ReasonCode } from './reason.js'

/** What became of one item, and why. */
export interface Decision {
  readonly block: BlockName
  readonly id: string
  readonly reason: ReasonCode
  /** Of an item that is in: what it takes, about; of one that is out: what it would have taken, 0 where nobody looked. */
  readonly tokens: number
  /** Of a loser or a duplicate: the item that is in its place; null for all others. */
  readonly by: string | null
}
