// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// The ten lines of the README. Run it in a clone: npm run setup && node examples/quick-start.mjs

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'recollect'

const home = await mkdtemp(join(tmpdir(), 'recollect-quick-start-'))
const engine = await openMemory({ home })
const memory = engine.as({ user: 'ann' })

const note = 'Mia moved to Lisbon in March'
const { id } = await memory.capture({ text: note, again: true }) // even if it was forgotten before
const { hits } = await memory.search({ question: 'where does Mia live?' })
console.log(hits[0].text, hits[0].why)

const receipt = await memory.forget({ id }) // gone with everything derived from it …
console.log(receipt.state) // … and 'physical': looked for on disk and not found
await engine.close()

await rm(home, { recursive: true })
