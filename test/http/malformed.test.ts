import { expect, it } from 'vitest'
import { createRandom, runSeed } from '../random.js'
import { sendMalformed } from './send-malformed.js'
import { useServer } from './serve-here.js'

const served = useServer(() => ({ limits: { requestMs: 300, headersMs: 300 } }))

it(`answers whatever it is sent, and never with a mistake of its own (seed ${runSeed})`, async () => {
  const statuses = await sendMalformed(served(), createRandom(runSeed), 150)
  // Some of it is a request like any other: else nothing would have been looked at.
  expect(statuses.get(200)).toBeGreaterThan(10)
  expect(statuses.get(400)).toBeGreaterThan(10)
})
