import { realpathSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { readAddress } from '../store/postgres/connection/address.js'
import { isPostgresUrl } from '../store-place.js'
import type { GlobalFlags } from './arguments/global-flags.js'
import { homeOf } from './home-of.js'
import { packageFile } from './package-file.js'

/** What a person types for this program, and the memory that is meant. */
interface TypedAs {
  /** In the folder where the program was started. */
  readonly here: string
  /** In any folder. */
  readonly anywhere: string
}

/** Where a program is, and where it was started. */
interface ProgramPlace {
  /** With no link on the way. */
  readonly program: string
  readonly package: string
  readonly folder: string
  readonly path: string
  /** What a link leads to; undefined where nothing is. */
  target(file: string): string | undefined
}

/**
 * `recollect` only where that is this program: from a clone it is none that a shell knows.
 *
 * @example
 * typedAs({ home: '/tmp/memory' }).here // 'npx recollect --home /tmp/memory', in a clone
 */
export function typedAs(flags: Pick<GlobalFlags, 'home' | 'store' | 'user'>, place = thisPlace()): TypedAs {
  const { home, user, store = process.env['RECOLLECT_STORE'] ?? '' } = flags
  const isElsewhere = home !== undefined || (process.env['RECOLLECT_HOME'] ?? '') !== ''
  const words = [
    ...(isElsewhere ? ['--home', word(homeOf(flags))] : []),
    // Without its password, which is nothing for a screen or a log.
    ...(store === '' ? [] : ['--store', word(isPostgresUrl(store) ? readAddress(store).location : store)]),
    ...(user === undefined ? [] : ['--user', word(user)]),
  ]
  const typed = (program: string) => [program, ...words].join(' ')
  if (isKnown(place)) return { here: typed('recollect'), anywhere: typed('recollect') }
  const anywhere = typed(`node ${word(place.program)}`)
  return { here: isWithin(place) ? typed('npx recollect') : anywhere, anywhere }
}

/** The folders that npm adds for its own scripts no shell knows. */
function isKnown({ path, program, target }: ProgramPlace): boolean {
  const folders = path.split(delimiter).filter((folder) => !/[\\/]node_modules[\\/]\.bin$/.test(folder))
  return folders.some((folder) => {
    if (folder === '') return false
    // On Windows a script starts it, which says no more than its name.
    return (
      target(join(folder, 'recollect')) === program || target(join(folder, 'recollect.cmd')) !== undefined
    )
  })
}

function isWithin({ package: root, folder }: ProgramPlace): boolean {
  return folder === root || folder.startsWith(root + sep)
}

/** As a shell takes it for one word. */
function word(text: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(text)) return text
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}

function thisPlace(): ProgramPlace {
  const target = (file: string) => {
    try {
      return realpathSync(file)
    } catch {
      // Not there, or not to be looked at: the same to who looks for another.
      return undefined
    }
  }
  const root = packageFile('.')
  const program = packageFile('dist/bin/recollect.js')
  return {
    program: target(program) ?? program,
    package: target(root) ?? root,
    folder: process.cwd(),
    path: process.env['PATH'] ?? '',
    target,
  }
}
