import { readFile } from 'node:fs/promises'
import { systemEnv } from '../../clock.js'
import type { Prepared } from '../../store/postgres/upkeep/prepare-role.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { storeOf } from '../home-of.js'
import { printableLine } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Sets a database up for a role that serves and owns nothing. */
export async function runPrepare(call: CommandCall): Promise<ExitCode> {
  const { flags, input } = call
  const place = storeOf(flags)
  if (place.engine !== 'postgres')
    throw new UsageError(
      'only a database is prepared: a file belongs to who opens it',
      'name it: recollect prepare --store postgres://OWNER@HOST/DATABASE --role recollect_app',
    )
  const role = input['role']
  if (typeof role !== 'string' || role === '')
    throw new UsageError('it is prepared for a role', 'name it: --role recollect_app')
  const isPrint = input['print'] === true
  const file = input['password-file']
  // Loaded only where it is used: most programs keep a file.
  const { prepareRole } = await import('../../store/postgres/upkeep/prepare-role.js')
  const prepared = await prepareRole({
    url: place.url,
    role,
    password: typeof file === 'string' ? await passwordIn(file) : undefined,
    isPrint,
    env: systemEnv(),
  })
  show<Prepared>(call, prepared, () => (isPrint ? scriptOf(prepared) : told(prepared)))
  return 0
}

async function passwordIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}`, 'check the path')
  })
  const [line = ''] = text.split(/\r?\n/)
  if (line !== '') return line
  throw new UsageError(`${file} holds no password`, 'its first line is the password')
}

function scriptOf({ statements }: Prepared): string {
  return statements.map((statement) => `${statement.trim()};`).join('\n')
}

function told({ location, role, isRoleNew }: Prepared): string {
  return printableLine(
    `${location} is ready for ${role}${isRoleNew ? ', a new role' : ''}, which reads and writes rows, and can change no table. ` +
      `Serve with it: recollect serve --store postgres://${role}@HOST/DATABASE`,
  )
}
