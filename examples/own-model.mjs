// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// A chat model of your own: anything that answers a prompt with JSON. Here it is a rule, in your program a library or a
// service that Recollect does not speak with. Run it: node examples/own-model.mjs

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'recollect'

/** @type {import('recollect').ChatModel} */
const model = {
  name: 'my-rule',
  complete: async ({ prompt }) => {
    // It is shown a list of records, one a line, and the request; it answers with ids from the list.
    const ids = [...prompt.matchAll(/id (\w+) · .*report/gi)].map(([, id]) => id)
    return { text: JSON.stringify({ ids }), ending: 'whole' }
  },
}

const home = mkdtempSync(join(tmpdir(), 'recollect-example-'))
const engine = await openMemory({ home, model, modelDailyTokens: 50_000 })
const memory = engine.as({ user: 'ann' })
await memory.recordSave({
  name: 'Weekly report',
  description: 'how Mia wants it',
  body: 'On Friday, one page.',
  type: 'feedback',
})

const { records, how } = await memory.recordRecall({ request: 'write the report' })
console.log(how, records.map(({ name }) => name).join(', '))

const { cost } = await memory.stats({ cost: true })
console.log(cost?.days[0]?.model, cost?.days[0]?.calls, 'call')
await engine.close()
rmSync(home, { recursive: true })
