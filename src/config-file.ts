import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from './errors.js'

/** The settings of `config.json` in the home folder. */
export interface ConfigFile {
  /** As it stands there; undefined where it does not. */
  get(name: ConfigName): unknown
  /** How an error names a field, with its line: `model.selector in config.json, line 3`. */
  place(field: string): string
}

export type ConfigName = (typeof NAMES)[number]

/** Reads it; a file that is not there has no settings. Throws `invalid_input`, without quoting: keys may stand in it. */
export function readConfigFile(home: string): ConfigFile {
  const file = join(home, CONFIG_FILE)
  const text = textOf(file)
  if (text === undefined) return { get: () => undefined, place: (field) => field }
  const place = (field: string) => `${field} in ${CONFIG_FILE}${lineOf(text, field)}`
  const settings = parse(text, file)
  for (const name of settings.keys()) {
    if ((NAMES as readonly string[]).includes(name)) continue
    throw new MemoryError(
      'invalid_input',
      `not a setting: ${place(name)}`,
      `there are ${NAMES.join(', ')}: ${file}`,
    )
  }
  return { get: (name) => settings.get(name), place }
}

const CONFIG_FILE = 'config.json'
const NAMES = [
  ...['model', 'modelDailyTokens', 'records', 'remotes'],
  ...['store', 'replicas', 'poolSize', 'statementTimeoutMs'],
] as const

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new MemoryError('invalid_input', `${file} cannot be read (${code})`, 'mend or remove it')
  }
}

function parse(text: string, file: string): ReadonlyMap<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    // Its message may quote what stands there.
    const at = /at position (\d+)/.exec((error as SyntaxError).message)?.[1]
    const line = at === undefined ? '' : `, line ${text.substring(0, Number(at)).split('\n').length}` // slice-ok: counted
    throw new MemoryError('invalid_input', `${CONFIG_FILE} is no JSON${line}`, `mend it: ${file}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return new Map(Object.entries(value))
  throw new MemoryError(
    'invalid_input',
    `${CONFIG_FILE} is no JSON object`,
    `e.g. {"model": "ollama:qwen3"}: ${file}`,
  )
}

/** Of the first place where the last part of a field's name stands as a name. */
function lineOf(text: string, field: string): string {
  const at = text.indexOf(JSON.stringify(field.split('.').at(-1)))
  return at === -1 ? '' : `, line ${text.substring(0, at).split('\n').length}` // slice-ok: counted
}
