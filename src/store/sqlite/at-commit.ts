import type { Stmt } from '../statement.js'

/** The statements of one shared transaction that wait for its commit. */
export interface AtCommit {
  add(statements: readonly Stmt<unknown>[]): void
  /** Runs a body; when it fails, its statements are dropped and those of others stay. */
  keep<T>(body: () => T): T
  run(): void
  clear(): void
}

export function createAtCommit(execute: (statement: Stmt<unknown>) => unknown): AtCommit {
  let waiting: Stmt<unknown>[] = []
  return {
    add: (statements) => void waiting.push(...statements),
    keep: (body) => {
      const before = waiting.length
      try {
        return body()
      } catch (error) {
        waiting.length = before
        throw error
      }
    },
    run: () => {
      for (const statement of waiting) execute(statement)
    },
    clear: () => {
      waiting = []
    },
  }
}
