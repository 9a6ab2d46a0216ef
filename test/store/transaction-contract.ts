import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import { sql } from '../../src/store/sql.js'
import {
  afterCommit,
  batch,
  column,
  run,
  type Stmt,
  sideBySide,
  type Tx,
  unwaited,
  wantedAfterCommit,
} from '../../src/store/statement.js'
import { type NewPlace, sharedStore } from './place.js'

export function transactionContract(newPlace: NewPlace): void {
  const store = sharedStore(newPlace)
  const idsOf = (bank: string) =>
    store().query(column<string>(sql`select id from sample where bank = ${bank} order by id`))

  it('commits what the body wrote and gives what it returned', async () => {
    const result = await store().tx(addTwo, 'commit', 'a', 'b')
    expect(result).toBe('a and b')
    expect(await idsOf('commit')).toEqual(['a', 'b'])
  })

  it('takes everything back when the body throws, and passes its error on', async () => {
    const refusal = new Error('not today')
    const writing = store().tx(function* () {
      yield* add('rollback', 'a')
      throw refusal
    })
    await expect(writing).rejects.toBe(refusal)
    expect(await idsOf('rollback')).toEqual([])
  })

  it('says conflict when a row breaks a rule, and quotes no value', async () => {
    await store().tx(addTwo, 'conflict-secret', 'a', 'b')
    const writing = store().tx(addTwo, 'conflict-secret', 'c', 'a')
    const error = await writing.catch((reason) => reason)
    expect(error).toBeInstanceOf(MemoryError)
    expect(error).toMatchObject({ code: 'conflict' })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(await idsOf('conflict-secret')).toEqual(['a', 'b'])
  })

  it('says conflict when a value is missing', async () => {
    const writing = store().tx(function* () {
      yield* run(sql`insert into sample (bank, id) values ('missing', null)`)
    })
    await expect(writing).rejects.toMatchObject({ code: 'conflict' })
  })

  it('says store_failed when a statement is wrong', async () => {
    await expect(store().query(column(sql`select nothing from nowhere`))).rejects.toMatchObject({
      name: 'MemoryError',
      code: 'store_failed',
    })
  })

  it('goes on after a failed transaction', async () => {
    for (let i = 0; i < 25; i++)
      await expect(store().tx(addTwo, 'again', 'a', 'a')).rejects.toThrow(MemoryError)
    await store().tx(addTwo, 'again', 'a', 'b')
    expect(await idsOf('again')).toEqual(['a', 'b'])
  })

  it('runs what nobody waits for in its place', async () => {
    const seen = await store().tx(function* (): Tx<string[]> {
      yield* unwaited(add('unwaited', 'a'))
      yield* unwaited(add('unwaited', 'b'))
      const before = yield* column<string>(sql`select id from sample where bank = 'unwaited' order by id`)
      yield* unwaited(run(sql`delete from sample where bank = 'unwaited' and id = 'a'`))
      yield* sideBySide([addUnwaited('unwaited', 'c'), addUnwaited('unwaited', 'd')])
      return before
    })
    expect(seen).toEqual(['a', 'b'])
    expect(await idsOf('unwaited')).toEqual(['b', 'c', 'd'])
  })

  it('sends any number of what nobody waits for before it commits', async () => {
    await store().tx(function* (): Tx<void> {
      for (let i = 0; i < 1_203; i++) yield* unwaited(add('many-unwaited', String(i).padStart(4, '0')))
    })
    expect(await idsOf('many-unwaited')).toHaveLength(1_203)
  })

  it.each<[string, (bank: string) => Stmt<number>, object]>([
    ['the store refuses', (bank) => add(bank, 'a'), { code: 'conflict' }],
    ['cannot be bound', (bank) => add(bank, (2 ** 60) as never), { name: 'RangeError' }],
  ])(
    'commits nothing of a body whose last statement, which nobody waits for, %s',
    async (what, last, error) => {
      const bank = `unwaited-${what}`
      await store().tx(addTwo, bank, 'a', 'b')
      const writing = store().tx(function* (): Tx<void> {
        yield* unwaited(add(bank, 'c'))
        yield* unwaited(last(bank))
      })
      await expect(writing).rejects.toMatchObject(error)
      expect(await idsOf(bank)).toEqual(['a', 'b'])
    },
  )

  it('keeps apart what bodies want done after their commits', async () => {
    const wanting = (name: string) =>
      store().tx(function* () {
        yield* add('wanting', name)
        afterCommit(() => undefined)
        yield* run(sql`delete from sample where bank = 'wanting' and id = ${name}`)
        return wantedAfterCommit()
      })
    const wanted = await Promise.all([wanting('a'), wanting('b')])
    expect(wanted.map(({ length }) => length)).toEqual([1, 1])
    expect(wanted[0]?.[0]).not.toBe(wanted[1]?.[0])
  })

  it('lets no body go on after a failed statement', async () => {
    const caught: unknown[] = []
    const goingOn = store().tx(function* () {
      yield* add('poison', 'a')
      try {
        yield* add('poison', 'a')
      } catch (error) {
        caught.push(error)
      }
      yield* add('poison', 'b')
    })
    await expect(goingOn).rejects.toMatchObject({ code: 'conflict' })
    expect(caught).not.toEqual([])
    const endingThere = store().tx(function* () {
      yield* add('poison', 'a')
      try {
        yield* add('poison', 'a')
      } catch {
        return 'fine'
      }
      return 'no error'
    })
    await expect(endingThere).rejects.toMatchObject({ code: 'conflict' })
    expect(await idsOf('poison')).toEqual([])
  })

  it('passes on the error that a body made of a failure', async () => {
    const writing = store().tx(function* () {
      yield* add('reworded', 'a')
      try {
        yield* add('reworded', 'a')
      } catch (cause) {
        throw new MemoryError('invalid_input', 'the name is taken', 'choose another', { cause })
      }
    })
    await expect(writing).rejects.toMatchObject({ code: 'invalid_input', message: 'the name is taken' })
    expect(await idsOf('reworded')).toEqual([])
  })

  it('refuses to commit while a statement was made and not yielded', async () => {
    const forgetting = store().tx(function* () {
      yield* add('pending', 'a')
      const forgotten: Stmt<number> = run(sql`insert into sample (bank, id) values ('pending', 'b')`)
      return forgotten.mode
    })
    await expect(forgetting).rejects.toThrow(/not yielded/)
    expect(await idsOf('pending')).toEqual([])
  })

  it('refuses a transaction or a read inside a body', async () => {
    const nested = [
      () => void store().tx(addTwo, 'nested', 'x', 'y'),
      () => void store().read(addTwo, 'nested', 'x', 'y'),
      () => void store().query(column(sql`select id from sample where bank = 'nested'`)),
    ]
    for (const start of nested) {
      const outer = store().tx(function* () {
        yield* add('nested', 'a')
        start()
      })
      await expect(outer).rejects.toThrow(TypeError)
    }
    expect(await idsOf('nested')).toEqual([])
  })

  it('refuses, by its types, a body that returns a promise', () => {
    const start = () =>
      // @ts-expect-error a promise would be waited for after the commit
      store().tx(function* () {
        yield* add('promise', 'a')
        return Promise.resolve(1)
      })
    expect(start).toBeTypeOf('function')
  })

  it('refuses to write in a read or a query', async () => {
    await expect(store().read(addTwo, 'read', 'a', 'b')).rejects.toThrow(TypeError)
    const writing = store().query(run(sql`insert into sample (bank, id) values ('read', 'a')`))
    await expect(writing).rejects.toThrow(TypeError)
    const hidden = store().query(column(sql`insert into sample (bank, id) values ('read', 'a') returning id`))
    await expect(hidden).rejects.toThrow(TypeError)
    expect(await idsOf('read')).toEqual([])
    await store().tx(addTwo, 'read', 'a', 'b')
    expect(await idsOf('read')).toEqual(['a', 'b'])
  })

  it('takes a whole batch back when one of it fails, and names that one', async () => {
    const writing = store().tx(function* () {
      yield* batch([add('batch', 'a'), add('batch', 'b'), add('batch', 'a'), add('batch', 'c')])
    })
    await expect(writing).rejects.toMatchObject({ code: 'conflict' })
    expect(await idsOf('batch')).toEqual([])
  })

  it('lets the neighbours of a failing transaction through', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => String(i).padStart(2, '0'))
    const results = await Promise.allSettled(
      ids.map((id, i) => store().tx(addTwo, 'neighbours', id, i % 3 === 0 ? id : `${id}b`)),
    )
    expect(results.map(({ status }) => status)).toEqual(
      ids.map((_, i) => (i % 3 === 0 ? 'rejected' : 'fulfilled')),
    )
    expect(await idsOf('neighbours')).toEqual(ids.flatMap((id, i) => (i % 3 === 0 ? [] : [id, `${id}b`])))
  })
}

function add(bank: string, id: string): Stmt<number> {
  return run(sql`insert into sample (bank, id) values (${bank}, ${id})`)
}

function* addTwo(bank: string, first: string, second: string): Tx<string> {
  yield* add(bank, first)
  yield* add(bank, second)
  return `${first} and ${second}`
}

function* addUnwaited(bank: string, id: string): Tx<void> {
  yield* unwaited(add(bank, id))
}
