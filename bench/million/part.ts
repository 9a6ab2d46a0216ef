import type { Dataset } from '../subject.js'
import type { ProfileLine } from './profile.js'

/** Where a part finds what it measures. */
export interface PartPlace {
  /** Folder of the store. */
  readonly home: string
  readonly dataset: Dataset
  /** Which of bench/systems.ts, where a part measures others. */
  readonly peer?: string
}

/** What a part found: figures by name, times in milliseconds, memory in MB, and where the processor's time went. */
export interface PartResult {
  readonly figures: Readonly<Record<string, number>>
  readonly profiles?: Readonly<Record<string, readonly ProfileLine[]>>
}
