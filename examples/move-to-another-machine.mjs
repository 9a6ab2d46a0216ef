// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// A memory moves to another machine by an archive. Run it in a clone: npm run setup && node examples/move-to-another-machine.mjs

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openMemory } from 'recollect'

const folder = await mkdtemp(join(tmpdir(), 'recollect-move-'))
const archive = join(folder, 'memory.jsonl')

// On the old machine: remember something, forget something, write it all out.
const old = await openMemory({ home: join(folder, 'old') })
const ann = old.as({ user: 'ann' })
await ann.capture({ text: 'Mia moved to Lisbon in March', tags: ['mia'] })
const { id } = await ann.capture({ text: 'the spare key is under the pot' })
await ann.forget({ id })
const { lines, items } = await old.as({ administrator: true }).export({ all: true })
await pipeline(lines, createWriteStream(archive, { mode: 0o600 }))
await old.close()

// On the new one: a `postgres` URL instead of `home` works as well.
const fresh = await openMemory({ home: join(folder, 'new') })
const report = await fresh.as({ administrator: true }).importArchive({ file: archive })
console.log(`${items} items exported, ${report.added.item} taken in`)
const there = fresh.as({ user: 'ann' })
const { hits } = await there.search({ question: 'where does Mia live?' })
console.log(hits[0].text, hits[0].tags)

// What was forgotten on the old machine stays forgotten on the new one.
const again = there.capture({ text: 'the spare key is under the pot' })
console.log(await again.catch(({ code }) => code))
await fresh.close()

await rm(folder, { recursive: true })
