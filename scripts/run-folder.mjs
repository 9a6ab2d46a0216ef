// `npm run eval` and `npm run bench`: compiles src, eval and bench into build/tools and runs <folder>/main.js there.
// Plain tsc, because Node 20 runs no TypeScript and one more loader would be one more thing to trust.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const [folder, ...args] = process.argv.slice(2)
const folders = ['eval', 'bench']
if (folder === undefined || !folders.includes(folder)) {
  console.error(`usage: node scripts/run-folder.mjs ${folders.join('|')} [arguments]`)
  process.exit(2)
}
if (!existsSync(join(folder, 'main.ts'))) {
  console.error(`${folder}/main.ts does not exist`)
  process.exit(1)
}

run(['scripts/setup.mjs'])
run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.tools.json'])
run(['--enable-source-maps', `build/tools/${folder}/main.js`, ...args])

function run(/** @type {string[]} */ command) {
  const done = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
