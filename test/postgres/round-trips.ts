import type { Stmt, Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'

/** Counts how often a store waits for its server, as the runner of transactions does (store/postgres/attempt.ts). */
export interface RoundTrips {
  readonly store: Store
  /** Of what was done since it was asked last: what each waited for, in order. */
  taken(): string[]
  /** All statements since it was asked last, also those that nobody waited for. */
  statements(): Stmt<unknown>[]
}

export function countRoundTrips(counted: Store): RoundTrips {
  let trips: string[] = []
  const ran: Stmt<unknown>[] = []
  const watch = (store: Store): Store => ({
    ...store,
    // The begin goes along with the first statement.
    read: (body, ...args) =>
      store.read((...own: typeof args) => watched(() => body(...own)), ...args) as Promise<never>,
    query: (statement) => {
      trips.push(textOf(statement))
      ran.push(...partsOf(statement))
      return store.query(statement)
    },
    // The lock of the banks, too; and what nobody waits for goes along with the next statement, or the commit.
    tx: (body, ...args) => {
      const done = store.tx((...own: typeof args) => watched(() => body(...own)), ...args)
      return done.finally(() => trips.push('commit')) as Promise<never>
    },
    within: (banks) => watch(store.within(banks)),
  })

  function* watched<T>(body: () => Tx<T>): Tx<T> {
    const steps = body()
    let step = steps.next()
    while (step.done !== true) {
      const statement = step.value
      ran.push(...partsOf(statement))
      if (statement.mode !== 'unwaited') trips.push(textOf(statement))
      step = steps.next(yield statement)
    }
    return step.value
  }

  return {
    store: watch(counted),
    taken: () => {
      const taken = trips
      trips = []
      return taken
    },
    statements: () => ran.splice(0),
  }
}

function partsOf(statement: Stmt<unknown>): Stmt<unknown>[] {
  const isOne = statement.parts.length === 0 && statement.mode !== 'batch'
  return isOne ? [statement] : statement.parts.flatMap(partsOf)
}

function textOf({ mode, query, parts }: Stmt<unknown>): string {
  if (mode === 'batch') return parts.map(textOf).join(' | ')
  return query.strings.join('?').replace(/\s+/g, ' ').trim()
}
