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

it(`what a record said before is in no index, and what was proven gone on disk no more (SEED=${runSeed})`, async () => {
  const folder = await temporaryFolder()
  const random = createRandom(runSeed)
  const sample = createSampler(random)
  const spine = await openSpine(folder)
  const records = createDatabaseRecords(spine)
  const living = new Map<string, string>()
  const proven: string[] = []
  const unproven: string[] = []
  let made = 0
  // Short enough for a description and a body; some fill pages.
  const words = () => sample(made++).text.substring(0, 20_000)
  const states: [verify: boolean, state: string][] = []
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
        const verify = random.int(4) === 0
        states.push([verify, (await records.delete(ann, id, { verify })).state])
        living.delete(id)
        if (verify) {
          proven.push(before)
          continue
        }
      }
      unproven.push(before)
    }
  }
  const findings = (await doctor(spine, ann)).filter(({ isOk }) => !isOk)
  await spine.store.close()
  expect(findings).toEqual([])
  expect(proven.length).toBeGreaterThan(0)
  expect(states).toEqual(states.map(([verify]) => [verify, verify ? 'physical' : 'logical']))
  const samplesOf = (texts: Iterable<string>) => [...texts].map((text) => ({ text, turn: null }))
  const left = samplesOf([...living.values(), ...unproven])
  expect(tracesOf(folder, samplesOf(proven), left)).toEqual([])
  // A change and an unproven deletion can leave bytes in the space between rows: those go with a proof alone
  // (docs/forgetting.md).
  const traces = tracesOf(folder, samplesOf(unproven), samplesOf(living.values()))
  expect(traces.filter((trace) => /^index: /.test(trace))).toEqual([])
})

it(`a proof of a record that was changed covers all that it ever said (SEED=${runSeed})`, async () => {
  const folder = await temporaryFolder()
  const random = createRandom(runSeed + 1)
  const sample = createSampler(random)
  const spine = await openSpine(folder)
  const records = createDatabaseRecords(spine)
  let made = 0
  const words = () => sample(made++).text.substring(0, 20_000)
  const said = new Map<string, string[]>()
  for (let step = 0; step < 120; step++) {
    const ids = [...said.keys()]
    if (ids.length < 12) {
      const record = {
        name: `name ${random.letters(14)}`,
        description: '',
        body: words(),
        type: 'user' as const,
      }
      const { id, text } = await records.write(ann, { kind: 'create', record, by })
      said.set(id, [text])
    } else {
      const id = random.pick(ids)
      const { text } = await records.write(ann, { kind: 'update', which: id, change: { body: words() }, by })
      said.get(id)?.push(text)
    }
  }
  const [id = '', texts = []] = [...said].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  const receipt = await records.delete(ann, id, { verify: true })
  await spine.store.close()
  expect(texts.length).toBeGreaterThan(3)
  expect(receipt).toMatchObject({ state: 'physical', proof: { repairs: ['vacuum'] } })
  said.delete(id)
  const samplesOf = (all: Iterable<string>) => [...all].map((text) => ({ text, turn: null }))
  // What the others said before is not asked about.
  expect(tracesOf(folder, samplesOf(texts), samplesOf([...said.values()].flat()))).toEqual([])
})
