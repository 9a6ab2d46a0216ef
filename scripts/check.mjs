// `npm run check`: everything that can be said about the source without running it. Two steps at a time; all are
// run even when one fails, so that one round shows everything there is to mend.

import { spawn } from 'node:child_process'

/** @type {readonly { readonly name: string, readonly command: readonly string[] }[]} */
const steps = [
  { name: 'types and source rules', command: ['scripts/check-source.mjs'] },
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  },
  {
    name: 'unused exports',
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'],
  },
  { name: 'package', command: ['node_modules/publint/src/cli.js', '--strict'] },
  { name: 'architecture', command: ['node_modules/vitest/vitest.mjs', 'run', 'test/architecture.test.ts'] },
]

const waiting = [...steps]
let failures = 0
await Promise.all([work(), work()])
process.exitCode = failures === 0 ? 0 : 1

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const started = performance.now()
    const { status, output } = await run(step.command)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
    if (status === 0) continue
    failures += 1
    console.log(output.trimEnd())
  }
}

/**
 * @param {readonly string[]} command
 * @returns {Promise<{ status: number, output: string }>}
 */
function run(command) {
  const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (status) => resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}
