import { type Sql, sql } from './sql.js'

export type Mode = 'all' | 'get' | 'run' | 'column' | 'batch' | 'unwaited'

/** One statement, not yet run. `yield*` it inside a {@link Tx}: its value is then the statement's result. */
export interface Stmt<T> {
  readonly mode: Mode
  readonly query: Sql
  /** The statements of a batch, or the one that nobody waits for; empty otherwise. */
  readonly parts: readonly Stmt<unknown>[]
  [Symbol.iterator](): Iterator<Stmt<unknown>, T, unknown>
}

/**
 * A transaction's body: a generator that yields statements, so that it can wait for nothing else, by
 * construction. Bodies are pure (they may be run again) — see docs/portable-sql.md.
 */
export type Tx<T> = Generator<Stmt<unknown>, T, unknown>

/** All rows. */
export const all = <R>(query: Sql): Stmt<R[]> => make('all', query)

/** The first row, or undefined. */
export const get = <R>(query: Sql): Stmt<R | undefined> => make('get', query)

/** The first column of all rows. */
export const column = <V extends string | number>(query: Sql): Stmt<V[]> => make('column', query)

/** The number of changed rows. */
export const run = (query: Sql): Stmt<number> => make('run', query)

/** Several statements that do not need each other's results: one round trip where there is a network. */
export function batch<T extends readonly Stmt<unknown>[]>(
  statements: readonly [...T],
): Stmt<{ [K in keyof T]: T[K] extends Stmt<infer R> ? R : never }> {
  settle(statements.length)
  return make('batch', nothing, statements)
}

/**
 * Bodies that do not need each other's results: what they yield in one step goes along in one round trip. They go on in
 * the order in which they are given.
 */
export function* sideBySide<T extends readonly Tx<unknown>[]>(
  bodies: readonly [...T],
): Tx<{ [K in keyof T]: T[K] extends Tx<infer R> ? R : never }> {
  const steps = bodies.map((body) => body.next())
  for (;;) {
    const waiting = [...steps.keys()].filter((index) => steps[index]?.done !== true)
    if (waiting.length === 0) break
    // They were yielded by their own bodies, and count no more as pending.
    const answers = yield* make<unknown[]>(
      'batch',
      nothing,
      waiting.map((index) => steps[index]?.value as Stmt<unknown>),
    )
    for (const [place, index] of waiting.entries()) steps[index] = bodies[index]!.next(answers[place])
  }
  return steps.map(({ value }) => value) as never
}

/**
 * A statement whose result the body does not need, in its place among the others: where there is a network it goes along
 * with the next one that is waited for, or with the commit. That is also where it fails.
 */
export function unwaited(statement: Stmt<number>): Stmt<void> {
  settle(1)
  return make('unwaited', nothing, [statement])
}

/** What the runner knows of the body it is stepping: statements made and not yet yielded. */
export interface Stepped {
  pending: number
  /** What is to be done once the body is committed. */
  readonly afterCommit: (() => void)[]
}

/** Runs one step of a body, counting the statements that it makes. */
export function stepping<T>(owner: Stepped, step: () => T): T {
  const outer = current
  current = owner
  try {
    return step()
  } finally {
    current = outer
  }
}

/** A transaction inside a transaction's body could never be waited for. */
export function refuseNesting(): void {
  if (current !== undefined) throw new TypeError('a transaction body cannot start another transaction')
}

/**
 * For what must hear of rows when they can be read, and never of rows that were taken back: `write` does this once the
 * body that is running is committed. Of a body that is run again the last run counts.
 */
export function afterCommit(act: () => void): void {
  if (current === undefined) throw new TypeError('there is no transaction body that could be committed')
  current.afterCommit.push(act)
}

/** What the body that is running wants done after its commit, so far. */
export function wantedAfterCommit(): readonly (() => void)[] {
  return current?.afterCommit ?? []
}

// A statement that is made and never yielded (`run(...)` without `yield*`) does silently nothing, and the
// types cannot see it: the runner refuses to commit while one is pending.
let current: Stepped | undefined

function settle(count: number): void {
  if (current !== undefined) current.pending -= count
}

const nothing = sql``

function make<T>(mode: Mode, query: Sql, parts: readonly Stmt<unknown>[] = []): Stmt<T> {
  if (current !== undefined) current.pending += 1
  return new OneStep<T>(mode, query, parts)
}

/** Its own one-step iterator, so that `yield*` costs nothing extra. */
class OneStep<T> implements Stmt<T>, Iterator<Stmt<unknown>, T, unknown> {
  readonly mode: Mode
  readonly query: Sql
  readonly parts: readonly Stmt<unknown>[]
  private isYielded = false

  constructor(mode: Mode, query: Sql, parts: readonly Stmt<unknown>[]) {
    this.mode = mode
    this.query = query
    this.parts = parts
  }

  [Symbol.iterator](): this {
    return this
  }

  next(result: unknown): IteratorResult<Stmt<unknown>, T> {
    if (this.isYielded) return { done: true, value: result as T }
    this.isYielded = true
    settle(1)
    return { done: false, value: this }
  }

  throw(error: unknown): never {
    throw error
  }

  return(value: T): IteratorResult<Stmt<unknown>, T> {
    return { done: true, value }
  }
}
