// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// The five lines of the README on memory records. Run it in a clone: npm run setup && node examples/records.mjs

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'recollect'

const home = await mkdtemp(join(tmpdir(), 'recollect-records-'))
const engine = await openMemory({ home, records: 'folder' })
const memory = engine.as({ user: 'me' })

// A name that is taken is refused: recordUpdate changes what is there.
await memory.recordSave({ name: 'Weekly report', type: 'feedback', description: 'Short, numbers first' })
const { records, compact } = await memory.recordRecall({ request: "write this week's report" })
// … your agent works with records[0].body; later prompts carry `compact`, one line, instead
await memory.extract({ messages: [{ role: 'user', content: 'From now on, put the risks on top.' }] })
console.log((await memory.recordList({})).records.map(({ name, provenance }) => [name, provenance]))

console.log(records[0].description, compact)
console.log((await memory.recordRead({ which: 'weekly-report' })).file, 'lies in', join(home, 'records'))
await engine.close()

await rm(home, { recursive: true })
