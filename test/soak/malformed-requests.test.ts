import { expect, it } from 'vitest'
import { sendMalformed } from '../http/send-malformed.js'
import { useServer } from '../http/serve-here.js'
import { createRandom, runSeed } from '../random.js'

const served = useServer(() => ({ limits: { requestMs: 300, headersMs: 300, rate: 100_000 } }))

const count = Number(process.env['RECOLLECT_ROUNDS'] ?? 20_000)

it(`answers ${count} malformed requests, and never with a mistake of its own (seed ${runSeed})`, async () => {
  const statuses = await sendMalformed(served(), createRandom(runSeed), count)
  expect(statuses.get(200)).toBeGreaterThan(count / 20)
})
