// Makes the program `recollect` out of src/cli: a few files instead of some two hundred, because loading those is most
// of what a short command takes. `node scripts/bundle.mjs FOLDER`; scripts/setup.mjs runs it as a part of the build.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Plain JavaScript without files of its own; every other package is loaded from node_modules. */
const bundled = ['stemmer', 'uuidv7', 'zod']

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new TypeError('usage: node scripts/bundle.mjs FOLDER')

const build = await rolldown({
  // Side by side, so that each finds the other: housekeeping is a process of its own (docs/decisions/0001).
  input: {
    recollect: 'src/cli/main.ts',
    'maintenance-process': 'src/store/sqlite/maintenance-process.js',
  },
  platform: 'node',
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  external: (id) =>
    !/^[./]/.test(id) &&
    !/^[A-Za-z]:[\\/]/.test(id) &&
    !bundled.some((name) => id === name || id.startsWith(`${name}/`)),
})
await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
writeFileSync(join(folder, 'LICENSES.txt'), bundled.map(noticeOf).join('\n\n'))

/** What their licences ask for: the notice goes with the code. */
function noticeOf(/** @type {string} */ name) {
  const at = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
  const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(at, file), 'utf8').trim()}`
  return `${name} ${version}, ${license}${text}`
}
