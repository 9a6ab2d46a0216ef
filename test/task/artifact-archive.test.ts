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
    const text = noise(15_000)
    const { id } = await memory.artifactKeep({ text, tool: 'bash', session: 'work' })
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
    const forged = (type: string, change: (row: Record<string, unknown>) => unknown) => {
      const at = archive.findIndex((line) => line.startsWith(`{"type":"${type}"`))
      const row = JSON.parse(archive[at] as string)
      return sealed(
        archive.slice(0, -1).map((line, i) => (i === at ? `${JSON.stringify(change(row))}\n` : line)),
      )
    }

    const taken = await into(archive)
    expect(taken).toMatchObject({
      wrong: [],
      list: { total: 1, artifacts: [{ id, event: { session: 'work', seq: 1 } }] },
      task: { task: { goal: 'second', revision: 2 }, history: [{ goal: 'first' }] },
    })
    const kept = (lines: readonly string[]) =>
      lines.slice(1, -1).filter((line) => !line.startsWith('{"type":"read"'))
    expect(kept(taken.again ?? [])).toEqual(kept(archive))

    const bomb = Buffer.concat([Buffer.of(1), deflateRawSync(Buffer.alloc(50_000_000))]).toString('base64')
    expect(await into(forged('artifact_piece', (row) => ({ ...row, content: bomb })))).toEqual({
      refused: 'invalid_input',
    })
    for (const false_ of [
      forged('artifact', (row) => ({ ...row, hash: Buffer.alloc(32).toString('base64') })),
      forged('artifact_piece', (row) => ({ ...row, line: 7 })),
      forged('artifact', (row) => ({ ...row, chars: text.length + 1 })),
    ])
      expect(await into(false_)).toMatchObject({ wrong: [], list: { total: 0 } })
  })
})

describe('what an artifact held', () => {
  it('is gone from the bytes on disk when it is pruned, and damage is told before', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const memory = engine.as({ user: 'ann' })
    const texts = Array.from({ length: 6 }, () => noise(9_000))
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
    expect(plan).toMatchObject({ artifacts: 6, kept: 0, receipt: null })
    expect((await memory.artifactList({})).total).toBe(6)
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
