import { createHash, timingSafeEqual } from 'node:crypto'
import type { Env } from '../clock.js'
import { hex } from '../text/hex.js'

/** A key as its holder writes it: `rk_<id>_<secret>`. The id is no secret, and finds the row; the secret is never kept. */
export interface KeyToken {
  readonly id: string
  readonly secret: string
}

export function newKeyToken(env: Pick<Env, 'randomBytes'>): KeyToken {
  return {
    id: hex(env.randomBytes(ID_BYTES)),
    secret: Buffer.from(env.randomBytes(SECRET_BYTES)).toString('base64url'),
  }
}

export function writeKeyToken({ id, secret }: KeyToken): string {
  return `rk_${id}_${secret}`
}

/** Undefined for what is no key at all. */
export function readKeyToken(written: string): KeyToken | undefined {
  const [, id, secret] = /^rk_([0-9a-f]{16})_([\w-]{43})$/.exec(written) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

/** 256 random bits need no slow hash: nobody can go through them. */
export function hashOfSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret, 'utf8').digest()
}

/** Takes as long wherever the two differ. */
export function isSameSecret(hash: Uint8Array, secret: string): boolean {
  return timingSafeEqual(hash, hashOfSecret(secret))
}

const ID_BYTES = 8
const SECRET_BYTES = 32
