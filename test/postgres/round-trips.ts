import type { Stmt, Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'

/** Counts how often a store waits for its server, as the runner of transactions does (store/postgres/attempt.ts). */
export interface RoundTrips {
  readonly store: Store
  /** Of what was done since it was asked last: what each waited for, in order. */
  taken(): string[]
}

export function countRoundTrips(counted: Store): RoundTrips {
  let trips: string[] = []
  const watch = (store: Store): Store => ({
    ...store,
    // The begin goes along with the first statement.
    read: (body, ...args) =>
      store.read((...own: typeof args) => watched(() => body(...own)), ...args) as Promise<never>,
    query: (statement) => {
      trips.push(textOf(statement))
      return store.query(statement)
    },
    tx: (body, ...args) => {
      trips.push('begin, and the banks')
      const done = store.tx((...own: typeof args) => watched(() => body(...own)), ...args)
      return done.finally(() => trips.push('commit')) as Promise<never>
    },
    within: (banks) => watch(store.within(banks)),
  })

  function* watched<T>(body: () => Tx<T>): Tx<T> {
    const steps = body()
    let isAtCommit = false
    let step = steps.next()
    while (step.done !== true) {
      const statement = step.value
      if (statement.mode !== 'at-commit') trips.push(textOf(statement))
      else if (!isAtCommit) {
        isAtCommit = true
        trips.push('what waited for the commit')
      }
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
  }
}

function textOf({ mode, query, parts }: Stmt<unknown>): string {
  if (mode === 'batch') return parts.map(textOf).join(' | ')
  return query.strings.join('?').replace(/\s+/g, ' ').trim()
}
