// `npm run check`: everything that can be said about the source without running it, and the build. Two steps at a
// time; all are run even when one fails, so that one round shows everything there is to mend.

import { spawn } from 'node:child_process'

/**
 * Each step is a chain of commands, given to Node.
 *
 * @type {readonly { readonly name: string, readonly chain: readonly (readonly string[])[] }[]}
 */
const steps = [
  { name: 'types and source rules', chain: [['scripts/check-source.mjs']] },
  {
    name: 'format and lint',
    chain: [['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings']],
  },
  {
    name: 'unused exports',
    chain: [['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints']],
  },
  {
    name: 'build and package',
    chain: [['scripts/setup.mjs'], ['node_modules/publint/src/cli.js', '--strict', '--level', 'warning']],
  },
  { name: 'architecture', chain: [['node_modules/vitest/vitest.mjs', 'run', 'test/architecture.test.ts']] },
]

const waiting = [...steps]
let failures = 0
await Promise.all([work(), work()])
process.exitCode = failures === 0 ? 0 : 1

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const started = performance.now()
    const { status, output } = await runChain(step.chain)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
    if (status === 0) continue
    failures += 1
    console.log(output.trimEnd())
  }
}

/** @param {readonly (readonly string[])[]} chain */
async function runChain(chain) {
  let result = { status: 0, output: '' }
  for (const command of chain) {
    if (result.status === 0) result = await run(command)
  }
  return result
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
