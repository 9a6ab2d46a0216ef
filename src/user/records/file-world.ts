import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import type { RecordFiles } from './record-files.js'
import type { FileProblem } from './record-store.js'

/** The files of one bank, and the rows that are to say the same. */
export interface FileWorld {
  readonly spine: Spine
  readonly files: RecordFiles
  /** Of one bank, which it may write. */
  readonly reach: Reach
  /** Files that are no records, by name, as they were when they were last read: they are not read again. */
  readonly known: Map<string, KnownProblem>
}

export interface KnownProblem {
  readonly stamp: string
  readonly problem: FileProblem
}
