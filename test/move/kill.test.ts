import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moveStore } from '../../src/index.js'
import { useRecollect } from '../cli/recollect.js'
import { inDatabase, inFile, type MemoryPlace, type NewMemoryPlace } from '../each-engine.js'
import { describePostgres } from '../postgres/database.js'
import { runSeed } from '../random.js'
import { addressOf, expectSameRows, fill, filledFile, openAt } from './moved.js'

// Its processes run the built program.
useRecollect()
const library = join(import.meta.dirname, '..', '..', 'dist', 'index.js')

/** At which page of which phase each try is killed. The first of a copy is what was there already. */
const isSoak = process.env['RECOLLECT_SOAK'] !== undefined
const KILLS = [
  ...(isSoak ? [1, 2, 3, 2, 4, 3, 5, 2] : [1, 3, 2, 4]).map((page) => ['copy', page] as const),
  ...(isSoak ? [1, 6, 12] : [6]).map((page) => ['compare', page] as const),
  ['index', 1],
] as const

/** One try in a process of its own; true where it was not killed. */
async function attempt(
  from: MemoryPlace,
  to: MemoryPlace,
  [phase, page]: (typeof KILLS)[number],
): Promise<boolean> {
  const script = `
    import { moveStore } from ${JSON.stringify(library)}
    let pages = 0
    await moveStore({ from: process.argv[1], to: process.argv[2], progress: ({ phase }) => {
      if (phase === '${phase}') pages += 1
      if (pages === ${page}) process.kill(process.pid, 'SIGKILL')
    } })`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', script, addressOf(from), addressOf(to)],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code, signal] = await once(child, 'close')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the move ended with ${code ?? signal}`)
  return code === 0
}

function survives(name: string, source: NewMemoryPlace, target: NewMemoryPlace): void {
  it(`goes on after kill -9 at any point, ${name}`, async () => {
    const [from, to] = [await source(), await target()]
    let killed = 0
    for (const kill of KILLS) {
      expect(await attempt(from, to, kill)).toBe(false)
      killed += 1
      await expect(openAt(to)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('a part of'),
      })
      // What is written to the source meanwhile belongs to it as well.
      if (killed === 4) await fill(from, runSeed + 5)
    }
    const report = await moveStore({ from: addressOf(from), to: addressOf(to) })
    expect(report.isResumed).toBe(true)
    await expectSameRows(from, to)
    const engine = await openAt(to)
    expect(await engine.as({ administrator: true }).doctor({})).toMatchObject({ isHealthy: true })
    await engine.close()
  }, 240_000)
}

describePostgres('a move that is killed', () => {
  survives('from a file', () => filledFile(runSeed), inDatabase)
  survives(
    'from a database',
    async () => {
      const place = await inDatabase()
      await fill(place, runSeed)
      return place
    },
    inFile,
  )
})

describe('a move that stops in the middle', () => {
  /** Filled as far as the third page. */
  async function halfMoved(from: MemoryPlace, to: MemoryPlace): Promise<void> {
    let pages = 0
    const stop = new Error('stopped')
    const progress = () => {
      pages += 1
      if (pages === 3) throw stop
    }
    await expect(moveStore({ from: addressOf(from), to: addressOf(to), progress })).rejects.toBe(stop)
  }

  it('leaves a place that takes no other store, is not moved itself, and is no memory', async () => {
    const [file, other, to] = [await filledFile(runSeed), await inFile(), await inFile()]
    await fill(other, 3)
    await halfMoved(file, to)
    const wanted = { code: 'conflict', message: expect.stringContaining('half filled') }
    await expect(moveStore({ from: addressOf(other), to: addressOf(to) })).rejects.toMatchObject(wanted)
    const part = { code: 'conflict', message: expect.stringContaining('a part of') }
    await expect(moveStore({ from: addressOf(to), to: addressOf(await inFile()) })).rejects.toMatchObject(
      part,
    )
    await expect(openAt(to)).rejects.toMatchObject(part)
    await moveStore({ from: addressOf(file), to: addressOf(to) })
    await expectSameRows(file, to)
  })

  it('lets nobody write to the source while all is compared', async () => {
    const [file, to] = [await filledFile(runSeed), await inFile()]
    const engine = await openAt(file)
    const written: Promise<unknown>[] = []
    await moveStore({
      from: addressOf(file),
      to: addressOf(to),
      progress: ({ phase }) => {
        if (phase === 'compare' && written.length === 0)
          written.push(engine.as({ user: 'ann' }).capture({ text: 'Written while all was compared' }))
      },
    })
    // It waited, and is in the source alone: nobody was told that it was moved.
    await Promise.all(written)
    const answered = await engine.as({ user: 'ann' }).search({ question: 'what was written while compared?' })
    expect(answered.hits[0]?.text).toBe('Written while all was compared')
    await engine.close()
    const there = await openAt(to)
    const found = await there.as({ user: 'ann' }).search({ question: 'what was written while compared?' })
    expect(found.hits.map(({ text }) => text)).not.toContain('Written while all was compared')
    await there.close()
  })
})
