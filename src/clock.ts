import { randomBytes } from 'node:crypto'
import { V7Generator } from 'uuidv7'

/** Everything that differs from run to run. Rules take it as a parameter, so that tests are deterministic. */
export interface Env {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** A new UUIDv7. Ids of one process sort in the order in which they were made. */
  newId(): string
  /** A number in [0, 1). */
  random(): number
  randomBytes(length: number): Uint8Array
  sleep(ms: number): Promise<void>
}

/** The clock, ids and randomness of this machine. */
export function systemEnv(): Env {
  const generator = new V7Generator()
  return {
    now: () => Date.now(),
    newId: () => generator.generate().toString(),
    random: () => Math.random(),
    randomBytes: (length) => randomBytes(length),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}
