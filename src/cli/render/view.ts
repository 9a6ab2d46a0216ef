import type { Style } from '../wording/style.js'

/** For whom a result is written out: how wide, in which colours, and by whose clock. */
export interface View {
  readonly style: Style
  readonly columns: number
  /** Milliseconds UTC. */
  readonly now: number
  readonly zone: string
}
