import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Env } from '../../../clock.js'
import { MemoryError } from '../../../errors.js'
import { migrations } from '../../migrations/all.js'
import { sql } from '../../sql.js'
import { get } from '../../statement.js'
import { readAddress } from '../connection/address.js'
import { type Connection, connect } from '../connection/connection.js'
import { translate } from '../connection/postgres-errors.js'
import { missingSteps } from '../migrate.js'
import { openPostgres } from '../postgres-store.js'
import { quoteName } from '../quote-name.js'

export interface PrepareOptions {
  /** Of the owner of the database. */
  readonly url: string
  /** Who is to serve. */
  readonly role: string
  /** For a role that is still to be made; it is sent to the server as a hash. */
  readonly password?: string | undefined
  /** Change nothing, and answer the statements. */
  readonly isPrint: boolean
  readonly env: Env
}

export interface Prepared {
  /** As people may read it. */
  readonly location: string
  readonly role: string
  readonly isRoleNew: boolean
  /** The statements that were run, or are to be run, in their order; never a password. */
  readonly statements: readonly string[]
}

/**
 * Sets a database up for a role that owns nothing and serves: the newest schema, and the rights that calls need. The role
 * cannot make, change or drop a table then, and the server holds it to the banks of each call.
 */
export async function prepareRole(options: PrepareOptions): Promise<Prepared> {
  const { url, role, password, isPrint, env } = options
  const address = readAddress(url)
  const { location } = address
  if (!isPrint) await (await openPostgres({ url, env })).close()
  const session = await connect({ address }).catch((error) => {
    throw translate(error, location)
  })
  try {
    const found = await look(session, role)
    refuseUnfit(found, role)
    if (found.is_there === 0 && !isPrint) {
      if (found.may_make_roles === 0) throw mayMakeNone(found, role)
      if (password === undefined) throw needsPassword(role)
    }
    const grants = grantsOf(role, found)
    const making = found.is_there === 1 ? [] : [`create role ${quoteName(role)} login`]
    if (isPrint) {
      const steps = await missingSteps(session, migrations, env.now)
      return { location, role, isRoleNew: making.length > 0, statements: [...making, ...steps, ...grants] }
    }
    await session.exec('begin read write')
    // Only its hash: a server may log what it is told.
    const secret =
      password === undefined ? '' : ` password '${scramOf(password, env.randomBytes(SALT_BYTES))}'`
    for (const statement of making) await session.exec(statement + secret)
    for (const statement of grants) await session.exec(statement)
    await session.exec('commit')
    return { location, role, isRoleNew: making.length > 0, statements: [...making, ...grants] }
  } catch (error) {
    throw translate(error, location)
  } finally {
    await session.end()
  }
}

const SALT_BYTES = 16

interface Found {
  readonly database: string
  readonly schema: string
  readonly owner: string
  readonly is_there: number
  readonly is_mighty: number
  readonly is_owner: number
  /** Whether the tables, where there are any, are those of the connection. */
  readonly are_ours: number
  readonly may_make_roles: number
}

async function look(session: Connection, role: string): Promise<Found> {
  return (await session.run(
    get<Found>(sql`
      select current_database() as database, current_schema() as schema, current_user as owner,
        exists (select 1 from pg_roles where rolname = ${role}) as is_there,
        exists (select 1 from pg_roles where rolname = ${role} and (rolsuper or rolbypassrls)) as is_mighty,
        current_user = ${role} or exists (
          select 1 from pg_class c join pg_roles r on r.oid = c.relowner
          where c.relnamespace = cast(quote_ident(current_schema()) as regnamespace) and r.rolname = ${role}) as is_owner,
        coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migration')), true)
          as are_ours,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_make_roles`),
  )) as Found
}

function refuseUnfit({ is_mighty, is_owner, are_ours, owner }: Found, role: string): void {
  if (are_ours === 0)
    throw new MemoryError(
      'denied',
      `${owner} does not own the tables, and can give nobody rights to them`,
      `as the owner of the database: recollect prepare --store postgres://OWNER@HOST/DATABASE --role ${role}`,
    )
  if (is_owner === 0 && is_mighty === 0) return
  throw new MemoryError(
    'conflict',
    is_owner === 1
      ? `${role} owns the tables: it could take the wall between banks down`
      : `${role} is a superuser or has BYPASSRLS: the server would not hold it to its banks`,
    'give the name of a role of its own for serving, like recollect_app',
  )
}

function mayMakeNone({ owner }: Found, role: string): MemoryError {
  return new MemoryError(
    'denied',
    `${owner} may not make roles`,
    `as an administrator, in psql: create role ${role} login; \\password ${role}; then run this again`,
  )
}

function needsPassword(role: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `there is no role ${role}, and no password to make it with`,
    `give a file that holds one: --password-file FILE; or make the role first, in psql: create role ${role} login; \\password ${role}`,
  )
}

/** What serving takes, and no more: rows are read and written, the list of schema steps is read. */
function grantsOf(role: string, { database, schema, owner }: Found): string[] {
  const [to, within, of] = [quoteName(role), quoteName(schema), quoteName(database)]
  const rows = 'select, insert, update, delete'
  return [
    `revoke create, temporary on database ${of} from public`,
    `revoke create on schema ${within} from public`,
    `grant connect on database ${of} to ${to}`,
    `grant usage on schema ${within} to ${to}`,
    `grant ${rows} on all tables in schema ${within} to ${to}`,
    `revoke insert, update, delete on ${within}.schema_migration from ${to}`,
    // Of what a later step makes: the owner runs it, and the role goes on serving.
    `alter default privileges for role ${quoteName(owner)} in schema ${within} grant ${rows} on tables to ${to}`,
  ]
}

/** As the server keeps a password (RFC 5802, 7677). */
function scramOf(password: string, salt: Uint8Array): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ROUNDS, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  const salt64 = Buffer.from(salt).toString('base64')
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt64}$${stored}:${key('Server Key').toString('base64')}`
}

const SCRAM_ROUNDS = 4_096
