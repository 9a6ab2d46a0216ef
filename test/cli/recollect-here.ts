import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { run as runLine } from '../../src/cli/run.js'
import { createTerminal } from '../../src/cli/terminal.js'
import { environment, jsonOf, program, type Ran, type Recollect, type RunOptions } from './recollect.js'

/**
 * The same as `useRecollect` without a process a line: command lines run here, behind pipes and in an environment of
 * their own, which is a third of a second less each. What a process is needed for (signals, the exit, the built
 * program) has tests that start one; every command is run so once in examples.test.ts.
 */
export function useRecollectHere(): Recollect {
  const home = mkdtempSync(join(tmpdir(), 'recollect-cli-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const run: Recollect['run'] = (argv, options) => runHere(argv, home, options)
  return { home, run, json: async (argv, options) => jsonOf(await run([...argv, '--json'], options)) }
}

async function runHere(
  argv: readonly string[],
  home: string,
  { stdin = '', env, cwd = process.cwd() }: RunOptions = {},
): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const outputs = Promise.all([text(stdout), text(stderr)])
  const before = { env: { ...process.env }, cwd: process.cwd(), argv: process.argv }
  replaceEnvironment(environment(home, env))
  process.chdir(cwd)
  process.argv = [process.execPath, program, ...argv]
  try {
    const streams = { stdin: Readable.from([Buffer.from(stdin)], { objectMode: false }), stdout, stderr }
    const terminal = createTerminal({ ...streams, env: process.env } as unknown as NodeJS.Process)
    const code = await runLine(argv, terminal)
    stdout.end()
    stderr.end()
    const [out, notes] = await outputs
    return { code, out, notes }
  } finally {
    process.argv = before.argv
    process.chdir(before.cwd)
    replaceEnvironment(before.env)
  }
}

/** In place: Node takes notice of a zone that is set in its own environment alone. */
function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name]
  Object.assign(process.env, env)
}
