import { isIP } from 'node:net'
import { type Engine, keyringOf } from '../engine.js'
import { MemoryError } from '../errors.js'

/** Throws `denied` for a server that others could reach and nobody but its owner could come in to. */
export async function refuseOpenBind(engine: Engine, host: string): Promise<void> {
  if (isLoopback(host) || (await keyringOf(engine).hasUsable())) return
  throw new MemoryError(
    'denied',
    `${host} can be reached from other machines, and there is no API key to come in with`,
    'make one first: recollect key create NAME --for USER; or stay on this machine: --host 127.0.0.1',
  )
}

/** Whether only this machine reaches it. What is no such address may be anything: it is not. */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (address === 'localhost') return true
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1'
}
