import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** What the processes of these tests run: the build that is shipped, or another one (`RECOLLECT_DIST`). */
export const dist = process.env['RECOLLECT_DIST'] ?? join(root, 'dist')

/** Builds where the source is newer. */
export function ensureBuilt(): void {
  if (process.env['RECOLLECT_DIST'] !== undefined) return
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the build failed')
}

/** Starts a script of `test/` with one argument, as JSON. */
export function start(
  script: string,
  argument: unknown,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [join(root, 'test', script), JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, RECOLLECT_ENTRY: pathToFileURL(join(dist, 'index.js')).href },
  })
}

export interface Ended {
  readonly status: number | null
  readonly output: string
  readonly complaints: string
}

/** Everything that a process said, once it has ended. */
export function ended(child: ChildProcess): Promise<Ended> {
  const texts = { output: '', complaints: '' }
  child.stdout?.on('data', (chunk) => {
    texts.output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    texts.complaints += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...texts }))
  })
}
