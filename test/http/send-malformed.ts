import { expect } from 'vitest'
import type { Random } from '../random.js'
import { malformedRequest } from './malformed.js'
import { sendRaw } from './send-raw.js'
import type { ServedHere } from './serve-here.js'

/**
 * Sends requests that are wrong in some way, a few at a time. Fails for the first that is answered with a mistake of the
 * server, and where it does not answer the next. How often each status came.
 */
export async function sendMalformed(
  { server, owner, logged, ask }: ServedHere,
  random: Random,
  count: number,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>()
  const { port } = server
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => malformedRequest(random, { port, token: owner }))
    const answers = await Promise.all(requests.map((bytes) => sendRaw(port, bytes)))
    for (const [at, { status, text }] of answers.entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 && status !== 503) {
        const bytes = requests[at]?.toString('latin1').substring(0, 2_000)
        throw new Error(
          `answered with ${status}: ${text}\nto: ${bytes}\nlog: ${JSON.stringify(logged.filter(({ event }) => event === 'mistake'))}`,
        )
      }
    }
    expect(logged.filter(({ event }) => event === 'mistake')).toEqual([])
    logged.length = 0
  }
  expect((await ask('/ready')).status).toBe(200)
  return statuses
}

const AT_ONCE = 25
