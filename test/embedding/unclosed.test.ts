import { beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

beforeAll(ensureBuilt)

/** Runs to its end, which it finds by itself. */
async function run(argument: { readonly isAwaited: boolean }) {
  const child = start('embedding/unclosed-process.mjs', { home: await temporaryFolder(), ...argument })
  const { status, output } = await ended(child)
  return { status, ...(JSON.parse(output) as { batches: number; pending: number }) }
}

it('does not keep a program alive that ends without closing, but for the batch at hand', async () => {
  const { status, batches } = await run({ isAwaited: false })
  expect(status).toBe(0)
  // All would be 63: the first came during the import.
  expect(batches).toBeLessThan(40)
})

it('keeps a program alive that waits for its vectors', async () => {
  expect(await run({ isAwaited: true })).toMatchObject({ status: 0, pending: 0 })
})
