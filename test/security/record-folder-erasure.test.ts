import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { clear } from '../../src/items/clear.js'
import { doctor } from '../../src/items/doctor.js'
import { forget } from '../../src/items/forget.js'
import type { ItemId } from '../../src/items/item.js'
import { createDatabaseRecords } from '../../src/user/records/database-records.js'
import { NOT_WRITTEN } from '../../src/user/records/file-rows.js'
import { MARKER_FILE } from '../../src/user/records/record-files.js'
import { createRandom, runSeed } from '../random.js'
import { ann, aRecord, byAnn, inFolder, type OpenRecords } from '../records/open-records.js'

const open: OpenRecords[] = []
afterAll(async () => {
  for (const one of open) await one.close()
})

/** Whatever was said, by this alone it would be known on disk. */
const SAID = /said[a-z]{14}/g
const saidIn = (text: string): string[] => text.match(SAID) ?? []

it(`no file and no row holds what was forgotten, whatever a person did with files (SEED=${runSeed})`, async () => {
  const random = createRandom(runSeed)
  const env: Env = { ...systemEnv(), sleep: async () => undefined }
  const place = await inFolder()
  const { folder } = place
  mkdirSync(folder, { recursive: true })
  const { records, spine, close } = await place.open(env)
  open.push({ records, spine, close })
  // What a process leaves that dies between the commit and the files.
  const rowsAlone = createDatabaseRecords(spine, NOT_WRITTEN)
  const whole = { ...spine, beside: records }

  /** All that was ever said under an id. */
  const said = new Map<string, Set<string>>()
  const forgotten = new Set<string>()
  const proven = new Set<string>()
  let n = 0
  const fresh = () => `said${random.letters(14)}`
  const path = (file: string) => join(folder, file)
  const files = () => (existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.md')) : [])
  const text = (file: string) => readFileSync(path(file), 'utf8')
  const named = (what: string) => `${what}-${n++}.md`

  async function look(): Promise<ItemId[]> {
    const { records: listed } = await records.list(ann, { limit: 200 })
    for (const { id } of listed) note(id, (await records.read(ann, id)).text)
    return listed.map(({ id }) => id)
  }

  function note(id: string, words: string): void {
    said.set(id, new Set([...(said.get(id) ?? []), ...saidIn(words)]))
  }

  function person(): void {
    const own = files().filter((file) => /\nid: /.test(text(file)))
    const file = own.length === 0 ? undefined : random.pick(own)
    if (file === undefined || random.int(6) === 0) {
      writeFileSync(path(named('by-hand')), `# By hand ${n}\n\n${fresh()}\n`)
      return
    }
    const acts = [
      () => writeFileSync(path(file), `${text(file).trimEnd()} ${fresh()}\n`),
      () => renameSync(path(file), path(named('moved'))),
      () => unlinkSync(path(file)),
      () => writeFileSync(path(named('copy')), text(file)),
      () => writeFileSync(path(named('broken')), text(file).replace(/\ntype: .*/, '\ntype: [')),
      () => writeFileSync(path(named('unclosed')), text(file).replace('\n---\n', '\n')),
      () => writeFileSync(path(named('large')), text(file) + 'x'.repeat(200_000)),
      () => writeFileSync(path(random.pick(own)), text(file)),
      () => writeFileSync(path(file), text(file).replace(/\ntype: .*/, '\ntype: [')),
      () => writeFileSync(path(file), text(file) + 'x'.repeat(200_000)),
      () => {
        const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text(file)) ?? []
        writeFileSync(path(`.recollect-${id}-${'0'.repeat(32)}.tmp`), text(file))
      },
    ]
    random.pick(acts)()
  }

  async function agent(ids: readonly ItemId[]): Promise<void> {
    const by = random.int(4) === 0 ? rowsAlone : records
    const which = ids.length === 0 ? undefined : random.pick(ids)
    if (which === undefined || random.int(2) === 0) {
      const { id, text: words } = await by.write(ann, {
        kind: 'create',
        record: aRecord({ name: `Record ${n++}`, body: fresh() }),
        by: byAnn,
      })
      return note(id, words)
    }
    // A file that is no record now is not written over.
    const change = { kind: 'update', which, change: { body: fresh() }, by: byAnn } as const
    await by.write(ann, change).catch((error: { code?: string }) => {
      if (error.code !== 'conflict') throw error
    })
  }

  async function forgetting(ids: readonly ItemId[]): Promise<void> {
    if (ids.length === 0) return
    const id = random.pick(ids)
    const { text: words } = await records.read(ann, id)
    const how = random.int(3)
    for (const one of said.get(id) ?? []) forgotten.add(one)
    said.delete(id)
    // Killed before the files: the next call removes them.
    if (how === 0) return void (await forget(spine, ann, id, { verify: false }))
    const receipt =
      how === 1
        ? await records.delete(ann, id, { verify: true })
        : await forget(whole, ann, id, { verify: true })
    expect(receipt).toMatchObject({ state: 'physical', reason: null })
    for (const one of saidIn(words)) proven.add(one)
  }

  function holding(wanted: ReadonlySet<string>, place: string): string[] {
    return readdirSync(place, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .flatMap((entry) => {
        const bytes = readFileSync(join(entry.parentPath, entry.name), 'latin1')
        return saidIn(bytes).flatMap((one) => (wanted.has(one) ? [`${entry.name}: ${one}`] : []))
      })
  }

  for (let step = 0; step < 120; step++) {
    const ids = await look()
    const dice = random.int(10)
    if (dice < 5) for (let times = random.int(3); times >= 0; times--) person()
    else if (dice < 8) await agent(ids)
    else await forgetting(ids)
    if (step % 20 !== 19) continue
    await look()
    expect(holding(forgotten, folder)).toEqual([])
  }
  expect((await doctor(spine, ann)).filter(({ isOk }) => !isOk)).toEqual([])
  for (const id of await look()) for (const one of said.get(id) ?? []) forgotten.add(one)
  const cleared = await clear(whole, ann, { fresh: false, progress: () => undefined, signal: undefined })
  expect(cleared).toMatchObject({ state: 'physical', reason: null })
  expect(forgotten.size).toBeGreaterThan(20)
  expect(holding(forgotten, folder)).toEqual([])
  expect(existsSync(path(MARKER_FILE))).toBe(true)
  await close()
  expect(holding(proven, join(folder, '..', '..'))).toEqual([])
}, 120_000)
