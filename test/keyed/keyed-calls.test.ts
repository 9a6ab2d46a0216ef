import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemEnv } from '../../src/clock.js'
import { type Engine, openMemory } from '../../src/engine.js'
import { forget } from '../../src/items/forget.js'
import { createKeyedCall } from '../../src/items/keyed/keyed-call.js'
import type { Spine } from '../../src/items/spine.js'
import { write } from '../../src/items/write.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { defineOperation } from '../../src/operations/operation.js'
import { createReadLog } from '../../src/read-log.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { capture } from '../../src/user/thoughts.js'
import { callOf } from '../call-of.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { needlesOf, searchFolder } from '../security/trace-detector.js'

const report = { name: 'Weekly report', description: 'Short', type: 'feedback' } as const
const key = { idempotencyKey: 'b7e2' }

describe('a call with a key, on SQLite', () => {
  callsWithKeys(async () => ({ home: await temporaryFolder() }))

  it('leaves no word of what is forgotten in a kept answer, and says so to who repeats the call', async () => {
    const home = await temporaryFolder()
    const engine = await open({ home })
    const memory = engine.as({ user: 'ann' })
    const { id } = await memory.recordSave({ ...report, body: 'the zebrawood xylotheque' }, key)
    await memory.capture({ text: 'nothing to do with it' }, { idempotencyKey: 'other' })
    const receipt = await memory.recordDelete({ which: id }, { idempotencyKey: 'gone' })
    expect(receipt.state).toBe('physical')
    expect(searchFolder(home, needlesOf('zebrawood xylotheque'))).toEqual([])
    await expect(
      memory.recordSave({ ...report, body: 'the zebrawood xylotheque' }, key),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('not kept any more') })
    // What forgot answers as it did: a receipt quotes nothing.
    expect(await memory.recordDelete({ which: id }, { idempotencyKey: 'gone' })).toEqual(receipt)
  })

  it('keeps no answer that was under way while something was forgotten', async () => {
    const spine = await openSpine(await temporaryFolder())
    const slow = pausing()
    const first = callNote(spine, slow.operation)
    await slow.hasWritten
    const { id } = await capture(spine, ann, { text: 'zebrawood' }, 'memory.capture')
    await forget(spine, ann, id, { verify: false })
    slow.goOn()
    expect(await first).toMatchObject({ text: 'a note' })
    await expect(callNote(spine, pausing().operation)).rejects.toMatchObject({ code: 'conflict' })
    expect(await contents(spine)).toBe(0)
    await spine.store.close()
  })

  it('goes on behind what a process had done that died before it could answer', async () => {
    const { env, later } = clock()
    const spine = await openSpine(await temporaryFolder(), { env })
    const dying = pausing()
    const slow = callNote(spine, dying.operation)
    await dying.hasWritten
    // As long as it may be alive, it is waited for.
    await expect(callNote(spine, noting([]))).rejects.toMatchObject({ code: 'store_busy' })
    later(60_000)
    const ran: string[] = []
    expect(await callNote(spine, noting(ran))).toMatchObject({ text: 'a note' })
    expect(ran).toEqual(['second'])
    expect(await callNote(spine, noting(ran))).toMatchObject({ text: 'a note' })
    expect(ran).toEqual(['second'])
    // Who was not dead after all writes no more, and answers what the other did.
    dying.goOn()
    expect(await slow).toMatchObject({ text: 'a note' })
    expect(await spine.store.query(all(sql`select seq from audit where bank = ${ann.writes}`))).toHaveLength(
      2,
    )
    await spine.store.close()
  })

  it('does again what has the effect of one, and says what else was broken off', async () => {
    const { env, later } = clock()
    const spine = await openSpine(await temporaryFolder(), { env })
    const dying = pausing()
    void callNote(spine, { ...dying.operation, isIdempotent: true })
    await dying.hasWritten
    later(60_000)
    const ran: string[] = []
    await callNote(spine, { ...noting(ran), isIdempotent: true })
    expect(ran).toEqual(['first', 'second'])
    const lost = pausing({ whatNobodyKeeps: () => 1 })
    void callNote(spine, lost.operation, 'k2')
    await lost.hasWritten
    later(120_000)
    await expect(callNote(spine, noting(ran), 'k2')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('broken off'),
    })
    expect(ran).toHaveLength(2)
    await spine.store.close()
  })
})

describePostgres('a call with a key, on PostgreSQL', () => {
  let database: Promise<string> | undefined
  callsWithKeys(async () => {
    database ??= newDatabase()
    return { store: await database }
  })
})

function callsWithKeys(place: () => Promise<MemoryOptions>): void {
  it('has its effect once and answers the same, from two processes at once', async () => {
    const options = await place()
    const [one, two] = [await open(options), await open(options)]
    const calls = [one, two, one, two].map((engine) =>
      engine.as({ user: 'ann' }).recordSave({ ...report }, key),
    )
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await one.as({ user: 'ann' }).recordList({})).total).toBe(1)
    const { rows } = await two.as({ user: 'ann' }).auditLog({ operation: 'record.save' })
    expect(rows).toHaveLength(1)
  })

  it('is refused with another call, is its caller’s own, and holds for a day', async () => {
    const { env, later } = clock()
    const engine = await open({ ...(await place()), env })
    const memory = engine.as({ user: 'carl' })
    await memory.recordSave({ ...report }, key)
    await expect(memory.recordSave({ ...report, description: 'Long' }, key)).rejects.toMatchObject({
      code: 'repeated',
    })
    await expect(memory.capture({ text: 'x' }, key)).rejects.toMatchObject({ code: 'repeated' })
    await engine.as({ user: 'carl', agent: 'helper' }).capture({ text: 'x' }, key)
    await engine.as({ user: 'ben' }).recordSave({ ...report }, key)
    await memory.recordList({}, key)
    later(25 * 3_600_000)
    await expect(memory.recordSave({ ...report }, key)).rejects.toMatchObject({
      message: expect.not.stringContaining('Idempotency'),
    })
  })

  it('holds nothing that failed, and takes no key for what nobody can compare or may keep', async () => {
    const engine = await open(await place())
    const memory = engine.as({ user: 'dora' })
    await expect(memory.recordUpdate({ which: 'Weekly report', body: 'x' }, key)).rejects.toMatchObject({
      code: 'not_found',
    })
    await memory.recordSave({ ...report })
    expect(await memory.recordUpdate({ which: 'Weekly report', body: 'x' }, key)).toMatchObject({ body: 'x' })
    const refused = { code: 'invalid_input' }
    await expect(memory.capture({ text: 'x' }, { idempotencyKey: 'ä' })).rejects.toMatchObject(refused)
    async function* lines() {
      yield Buffer.from('{"role":"user","content":"hi"}\n')
    }
    await expect(memory.import({ content: lines() }, key)).rejects.toMatchObject(refused)
    await expect(
      engine.as({ administrator: true }).keyCreate({ name: 'x', user: 'dora' } as never, key),
    ).rejects.toMatchObject(refused)
  })
}

const opened: Engine[] = []

afterEach(() => Promise.all(opened.splice(0).map((engine) => engine.close())))

async function open(options: MemoryOptions): Promise<Engine> {
  const engine = await openMemory({ ...options, durability: 'normal' })
  opened.push(engine)
  return engine
}

/** A clock that a test turns; who waits is let on at once. */
function clock() {
  let ahead = 0
  const real = systemEnv()
  const env = { ...real, now: () => real.now() + ahead, sleep: () => real.sleep(0) }
  const later = (ms: number) => {
    ahead += ms
  }
  return { env, later }
}

/** An operation of two transactions that says which of them it runs. */
function noting(
  ran: string[],
  pause: () => Promise<void> = async () => undefined,
  result: unknown = 'a note',
) {
  return defineOperation({
    name: 'test.note',
    title: '',
    description: '',
    example: '',
    capability: 'memory.write',
    audience: ['user'],
    surfaces: [],
    effect: 'write',
    isIdempotent: false,
    input: z.object({}),
    output: z.object({ text: z.unknown() }),
    handler: async ({ spine, reach }) => {
      const step = (name: string, told: unknown) =>
        write(spine, reach, 'test.note', 'memory.write', function* body() {
          yield* all(sql`select bank from bank where bank = ${reach.writes}`)
          ran.push(name)
          return { result: told, effect: { ids: [], counts: {} } }
        })
      const text = await step('first', result)
      await pause()
      await step('second', undefined)
      return { text }
    },
  })
}

/** The same, which stops between its transactions. */
function pausing(result?: unknown) {
  const paused = signal()
  const written = signal()
  const pause = () => {
    written.give()
    return paused.given
  }
  return { operation: noting([], pause, result), hasWritten: written.given, goOn: paused.give }
}

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

function callNote(spine: Spine, operation: ReturnType<typeof noting>, text = 'k1') {
  const call = callOf({ ...spine, keyed: createKeyedCall(text) }, ann, createReadLog(spine.store, spine.env))
  return callOperation(operation, call, {})
}

async function contents({ store }: Spine): Promise<number> {
  return (await store.query(all(sql`select rid from call_answer where bank = ${ann.writes}`))).length
}
