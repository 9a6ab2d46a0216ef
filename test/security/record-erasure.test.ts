import { expect, it } from 'vitest'
import { doctor } from '../../src/items/doctor.js'
import { trustOf } from '../../src/items/item.js'
import { createDatabaseRecords } from '../../src/user/records/database-records.js'
import type { Authorship } from '../../src/user/records/record-store.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { createRandom, runSeed } from '../random.js'
import { tracesOf } from './erasure.js'
import { createSampler } from './forgetting-history.js'

const by: Authorship = {
  provenance: 'manual',
  origin: 'user',
  trust: trustOf('user', []),
  operation: 'record.save',
}

it(`what a record said before, and what was deleted, is on disk no more (SEED=${runSeed})`, async () => {
  const folder = await temporaryFolder()
  const random = createRandom(runSeed)
  const sample = createSampler(random)
  const spine = await openSpine(folder)
  const records = createDatabaseRecords(spine)
  const living = new Map<string, string>()
  const gone: string[] = []
  let made = 0
  // Short enough for a description and a body; some fill pages.
  const words = () => sample(made++).text.substring(0, 20_000)
  const states: string[] = []
  for (let step = 0; step < 220; step++) {
    const ids = [...living.keys()]
    const what = random.int(10)
    if (ids.length < 5 || what < 5) {
      const [name, description, body] = [`name ${random.letters(14)}`, `about ${random.letters(16)}`, words()]
      const { id, text } = await records.write(ann, {
        kind: 'create',
        record: { name, description, body, type: 'user' },
        by,
      })
      living.set(id, text)
    } else {
      const id = random.pick(ids)
      const before = living.get(id) ?? ''
      if (what < 8) {
        const change = random.int(2) === 0 ? { body: words() } : { description: `now ${random.letters(18)}` }
        const { text } = await records.write(ann, { kind: 'update', which: id, change, by })
        living.set(id, text)
      } else {
        states.push((await records.delete(ann, id, { verify: random.int(4) === 0 })).state)
        living.delete(id)
      }
      gone.push(before)
    }
  }
  const findings = (await doctor(spine, ann)).filter(({ isOk }) => !isOk)
  await spine.store.close()
  expect(findings).toEqual([])
  expect(states.length).toBeGreaterThan(10)
  const samplesOf = (texts: Iterable<string>) => [...texts].map((text) => ({ text, turn: null }))
  const traces = tracesOf(folder, samplesOf(gone), samplesOf(living.values()))
  // The beginning of a word between two pages of the index goes with a proof alone, and a change asks for none.
  expect(traces.filter((trace) => !trace.startsWith('separator: '))).toEqual([])
})
