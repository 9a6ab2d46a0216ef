import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, inject, it } from 'vitest'

/** A new, empty database on the server of this test run, as the role that owns it: no superuser. */
export async function newDatabase(): Promise<string> {
  return (await newRoles()).url
}

export interface Roles {
  readonly url: string
  /** The same database as the server's superuser. */
  readonly administrator: string
}

export async function newRoles(): Promise<Roles> {
  const port = inject('postgresPort')
  if (port === undefined) throw new Error(MISSING)
  const answer = JSON.parse(await text(connect(port, '127.0.0.1'))) as Roles & { error?: string }
  if (answer.error !== undefined) throw new Error(`no database: ${answer.error}`)
  return answer
}

/** Tests that need a server: skipped visibly where none is installed, an error in CI. */
export function describePostgres(name: string, tests: () => void): void {
  if (inject('postgresPort') !== undefined) describe(name, tests)
  else if (process.env.CI === undefined) describe.skip(`${name} (${MISSING})`, tests)
  else it(name, () => Promise.reject(new Error(MISSING)))
}

const MISSING = 'no PostgreSQL server is installed here: install the postgresql package'
