import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

const BUILD_TIMEOUT_MS = 180_000

const root = join(import.meta.dirname, '..', '..')

/** What is run: the built program. */
export const program = join(root, 'dist', 'bin', 'recollect.js')

/** The sample that ships with the package. */
export const sample = join(root, 'examples', 'conversation.jsonl')

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly notes: string
}

export interface RunOptions {
  /** Given to standard input, which is empty without. */
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** The folder it is started in. */
  readonly cwd?: string
}

/** The built program in a home of its own, for one test file. */
export interface Recollect {
  readonly home: string
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>
  /** The answer of a command with `--json`. */
  // biome-ignore lint/suspicious/noExplicitAny: each test says with expect what the answer must be
  json(argv: readonly string[], options?: RunOptions): Promise<any>
}

/** Builds what is stale, and gives the program a temporary home that is removed behind the tests. */
export function useRecollect(): Recollect {
  const home = mkdtempSync(join(tmpdir(), 'recollect-cli-'))
  beforeAll(build, BUILD_TIMEOUT_MS)
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const run: Recollect['run'] = (argv, options) => runProgram(argv, home, options)
  return {
    home,
    run,
    json: async (argv, options) => jsonOf(await run([...argv, '--json'], options)),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each test says with expect what the answer must be
export function jsonOf({ code, out, notes }: Ran): any {
  if (code !== 0) throw new Error(`exit code ${code}: ${notes}`)
  return JSON.parse(out)
}

/** Builds what is stale. Several test files do so at once, and the swap of one may be in the way of another. */
function build(): void {
  let said = ''
  for (let tries = 0; tries < 3; tries++) {
    const built = spawnSync(process.execPath, [join(root, 'scripts', 'setup.mjs')], { encoding: 'utf8' })
    if (built.status === 0) return
    said = built.stderr
  }
  throw new Error(`the build failed:\n${said}`)
}

/** Nothing of this machine's settings reaches the program: no colours, one zone, its own home. */
export function environment(home: string, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _, FORCE_COLOR: __, ...rest } = process.env
  return { ...rest, RECOLLECT_HOME: home, HOME: join(home, 'person'), TZ: 'Europe/Lisbon', ...env }
}

function runProgram(
  argv: readonly string[],
  home: string,
  { stdin = '', env, cwd }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...argv], {
      env: environment(home, env),
      ...(cwd === undefined ? {} : { cwd }),
    })
    const out: Buffer[] = []
    const notes: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => notes.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      resolve({ code, out: Buffer.concat(out).toString(), notes: Buffer.concat(notes).toString() })
    })
    // A program that needs no input may be gone before it is written.
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') reject(error)
    })
    child.stdin.end(stdin)
  })
}
