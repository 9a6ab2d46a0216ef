import type { Env } from '../clock.js'

/** A number that no other segment had or will have, of 48 bits. */
export function freshNumber(env: Env): number {
  return env.randomBytes(BYTES).reduce((number, byte) => number * 256 + byte, 0)
}

const BYTES = 6
