import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { withFile } from '../embedding/open-embedding.js'
import { temporaryFolder } from '../open-spine.js'
import { createRandom } from '../random.js'
import { archiveOf, sealed } from '../transfer/stores.js'

const open = async (home?: string) =>
  openMemory({ home: home ?? (await temporaryFolder()), durability: 'normal', zone: 'UTC', embedder: 'off' })

const random = createRandom(5)
const noise = (lines: number) =>
  Array.from(
    { length: lines },
    () => `${random.int(1e9).toString(36)}${random.int(1e9).toString(36)}\n`,
  ).join('')

describe('an archive with artifacts and tasks', () => {
  it('brings them back whole, and is refused or left out where they are false', async () => {
    const engine = await open()
    const memory = engine.as({ user: 'ann' })
    const text = noise(6_000)
    const { id } = await memory.artifactKeep({ text, tool: 'bash', session: 'work' })
    const small: string[] = []
    for (let n = 0; n < 3; n++) small.push((await memory.artifactKeep({ text: `${n} ${noise(100)}` })).id)
    await memory.taskOpen({ name: 'blog', goal: 'first' })
    await memory.taskUpdate({ task: 'blog', goal: 'second' })
    const archive = await archiveOf(engine)
    await engine.close()

    const into = async (lines: readonly string[]) => {
      const other = await open()
      try {
        const report = await other.as({ administrator: true }).importArchive({ content: lines.join('') })
        const mine = other.as({ user: 'ann' })
        const { findings } = await mine.doctor({})
        const wrong = findings.filter(({ isOk }) => !isOk).map(({ check }) => check)
        const list = await mine.artifactList({})
        const again = wrong.length === 0 && list.total > 0 ? await archiveOf(other) : []
        return { report, wrong, list, again, task: await mine.taskShow({ task: 'blog', history: 1 }) }
      } catch (error) {
        return { refused: (error as { code: string }).code }
      } finally {
        await other.close()
      }
    }
    const forged = (change: (row: Record<string, unknown>) => Record<string, unknown>) =>
      sealed(archive.slice(0, -1).map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`))

    const taken = await into(archive)
    expect(taken).toMatchObject({
      wrong: [],
      list: { total: 4 },
      task: { task: { goal: 'second', revision: 2 }, history: [{ goal: 'first' }] },
    })
    expect(taken.list?.artifacts.find((one) => one.id === id)).toMatchObject({
      event: { session: 'work', seq: 1 },
    })
    const kept = (lines: readonly string[]) =>
      lines.slice(1, -1).filter((line) => !line.startsWith('{"type":"read"'))
    expect(kept(taken.again ?? [])).toEqual(kept(archive))

    const bomb = Buffer.concat([Buffer.of(1), deflateRawSync(Buffer.alloc(50_000_000))]).toString('base64')
    const bursting = forged((row) => (row['type'] === 'artifact_piece' ? { ...row, content: bomb } : row))
    expect(await into(bursting)).toEqual({ refused: 'invalid_input' })
    const changes = new Map<unknown, object>([
      [`artifact ${small[0]}`, { hash: Buffer.alloc(32).toString('base64') }],
      [`artifact_piece ${small[1]}`, { line: 7 }],
      [`artifact ${small[2]}`, { chars: 100_000 }],
    ])
    const false_ = forged((row) => ({ ...row, ...changes.get(`${row['type']} ${row['item']}`) }))
    expect(await into(false_)).toMatchObject({ wrong: [], list: { total: 1, artifacts: [{ id }] } })
  })
})

describe('what an artifact held', () => {
  it('is gone from the bytes on disk when it is pruned, and damage is told before', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const memory = engine.as({ user: 'ann' })
    const texts = Array.from({ length: 3 }, () => noise(6_000))
    for (const text of texts) await memory.artifactKeep({ text, session: 'work' })
    const pieces: Buffer[] = withFile(home, (db) =>
      db.prepare('select content from artifact_piece').pluck().all(),
    ) as Buffer[]
    const traces = () => {
      const files = readdirSync(home).filter((name) => name.startsWith('recollect.db'))
      const bytes = Buffer.concat(files.map((name) => readFileSync(join(home, name))))
      return pieces.filter((piece) => {
        const step = Math.ceil(piece.length / 8)
        return [0, 1, 2, 3, 4, 5, 6, 7].some((part) =>
          bytes.includes(piece.subarray(part * step, part * step + 32)),
        )
      }).length
    }
    expect(traces()).toBe(pieces.length)
    const plan = await memory.artifactPrune({ maxTotalBytes: 0 })
    expect(plan).toMatchObject({ artifacts: 3, kept: 0, receipt: null })
    expect((await memory.artifactList({})).total).toBe(3)
    const { receipt } = await memory.artifactPrune({ maxTotalBytes: 0, apply: true })
    expect(receipt).toMatchObject({ state: 'physical' })
    expect(traces()).toBe(0)
    const { events } = await memory.transcriptRead({ session: 'work' })
    expect(new Set(events.map(({ text }) => text))).toEqual(new Set(['(output forgotten)']))

    const { id } = await memory.artifactKeep({ text: texts[0] as string })
    await engine.close()
    withFile(home, (db) =>
      db.prepare('update artifact_piece set content = zeroblob(100) where seq = 1').run(),
    )
    const damaged = await open(home)
    const mine = damaged.as({ user: 'ann' })
    const { findings } = await mine.doctor({})
    expect(findings.filter(({ isOk }) => !isOk).map(({ check }) => check)).toEqual(['content of artifacts'])
    await expect(mine.artifactGrep({ id, text: 'no such line' })).rejects.toMatchObject({
      code: 'store_corrupt',
    })
    await damaged.close()
  })
})
