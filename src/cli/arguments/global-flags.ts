import type { Field } from './field.js'
import { flag } from './flag.js'
import { UsageError } from './usage-error.js'

/** What every command understands. */
export interface GlobalFlags {
  readonly json: boolean
  readonly quiet: boolean
  readonly help: boolean
  readonly home?: string
  readonly store?: string
  readonly user?: string
  readonly worker?: string
  readonly workspace?: string
  readonly zone?: string
}

export const globalFlags: readonly Field[] = [
  flag('json', 'print what the operation answers, as JSON'),
  flag('quiet', 'no notes and no progress, only the result', { short: 'q' }),
  flag('home', 'folder of the store; RECOLLECT_HOME, else ~/.recollect', {
    kind: 'text',
    placeholder: 'DIR',
  }),
  flag(
    'store',
    'where it is kept instead of in a file of that folder: postgres://USER@HOST/DATABASE; RECOLLECT_STORE, else store in ' +
      'config.json, which are better places for a password',
    { kind: 'text', placeholder: 'URL' },
  ),
  flag('user', 'whose memory; each name has one of its own (me)', { kind: 'text', placeholder: 'NAME' }),
  flag('worker', "the memory of one of the user's sub-agents, by its name", {
    kind: 'text',
    placeholder: 'NAME',
  }),
  flag(
    'workspace',
    'the memory that all users of the store share under this name, like acme/web; . for the project here',
    {
      kind: 'text',
      placeholder: 'NAME',
    },
  ),
  flag('zone', 'time zone in which days begin, like Europe/Lisbon', { kind: 'text', placeholder: 'IANA' }),
  flag('help', 'say how it is used', { short: 'h' }),
  flag('version', 'print the version', { short: 'v' }),
]

/** What was given of them. Throws UsageError for a home of no name. */
export function readGlobalFlags(values: ReadonlyMap<string, unknown>): GlobalFlags {
  const text = (name: 'home' | 'store' | 'user' | 'worker' | 'workspace' | 'zone') => {
    const value = values.get(name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  // A script whose variable is empty means some folder, and not the usual one.
  if (values.get('home') === '') throw new UsageError('--home needs a folder', 'write --home DIR')
  if (values.get('store') === '') throw new UsageError('--store needs an address', 'write --store URL')
  return {
    json: values.has('json'),
    quiet: values.has('quiet'),
    help: values.has('help'),
    ...text('home'),
    ...text('store'),
    ...text('user'),
    ...text('worker'),
    ...text('workspace'),
    ...text('zone'),
  }
}
