/** What one server takes on. Each has a bound, so that nobody can use up the machine (docs/server.md#limits). */
export interface Limits {
  /** Of a body that is read whole. */
  readonly maxBodyBytes: number
  /** Of a body that is taken in as it comes: imports, archives. Operations have bounds of their own beneath it. */
  readonly maxStreamBytes: number
  /** Requests a second of one key, on the long run; twice as many at once. */
  readonly rate: number
  /** Requests that are worked on at once, of all, and of one key. */
  readonly concurrent: number
  readonly concurrentPerKey: number
  /** Answers that go on while somebody listens, of all, and of one key. */
  readonly streams: number
  readonly streamsPerKey: number
  readonly connections: number
  /** Until the headers are there. */
  readonly headersMs: number
  /** Until the whole request is there. */
  readonly requestMs: number
  /** For the work of an operation; then it is given up between two steps. */
  readonly workMs: number
  /** Nothing was sent either way: whoever reads so slowly has left. */
  readonly idleMs: number
  /** How long closing waits for what runs. */
  readonly graceMs: number
}

export const defaultLimits: Limits = {
  maxBodyBytes: 8_388_608,
  maxStreamBytes: 2_147_483_648,
  rate: 500,
  concurrent: 256,
  concurrentPerKey: 128,
  streams: 256,
  streamsPerKey: 32,
  connections: 1_024,
  headersMs: 10_000,
  requestMs: 600_000,
  workMs: 300_000,
  idleMs: 330_000,
  graceMs: 10_000,
}
