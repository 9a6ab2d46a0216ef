// Makes the program `recollect` out of src/cli: a few files instead of some two hundred, because loading those is most
// of what a short command takes. `node scripts/bundle.mjs FOLDER`; scripts/setup.mjs runs it as a part of the build.

import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Plain JavaScript without files of its own; every other package is loaded from node_modules. */
const bundled = ['stemmer', 'uuidv7', 'zod']

const folder = process.argv[2] ?? ''
if (folder === '') throw new TypeError('usage: node scripts/bundle.mjs FOLDER')

/**
 * What few commands need, and `--version` alone, stays in files of their own. All else is one file: opening many, and
 * linking them, takes longer than reading what a command does not need.
 */
const apart =
  /[\\/]src[\\/](?:mcp|http|tools|adapters|cli[\\/](?:chat|play|serve|tour)|store[\\/]postgres)[\\/]|document[\\/](?:outline[\\/](?:anchors|fields|markdown-blocks|read-outline)|summary[\\/]own-summary)\.ts$|[\\/]model[\\/](?:chat[\\/]http[\\/]|(?:find-ollama|post|packaged-embedder|embedder-socket|(?:http|shared)-embedder)\.ts$)|[\\/]cli[\\/](?:main|terminal|file-trouble|wording[\\/]style|package-\w+|commands[\\/](?:mcp|open|serve|start))\.ts$/

await bundle(
  // A thread that searches for a server shares what the program has.
  { recollect: 'src/cli/main.ts', 'reader-thread': 'src/http/readers/reader-thread.ts' },
  {
    includeDependenciesRecursively: false,
    groups: [{ name: 'program', test: (/** @type {string} */ id) => !apart.test(id) }],
  },
)
// npm does this once, when it links the program: after the next build the link would lead to what cannot be run.
chmodSync(join(folder, 'recollect.js'), 0o755)
// Beside it, so that they are found: housekeeping is a process of its own (docs/decisions/0001), a model and what looks at
// much are threads.
await bundle({ 'maintenance-process': 'src/store/sqlite/maintenance-process.js' }, true)
await bundle({ 'aside-thread': 'src/store/sqlite/aside-thread.js' }, true)
await bundle({ 'packaged-worker': 'src/model/packaged-worker.js' }, true)

/**
 * @param {Record<string, string>} input
 * @param {Exclude<import('rolldown').OutputOptions['codeSplitting'], undefined>} codeSplitting
 */
async function bundle(input, codeSplitting) {
  const build = await rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
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
    minify: true,
    codeSplitting,
  })
}

writeFileSync(join(folder, 'LICENSES.txt'), bundled.map(noticeOf).join('\n\n'))

/** What their licences ask for: the notice goes with the code. */
function noticeOf(/** @type {string} */ name) {
  const at = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
  const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(at, file), 'utf8').trim()}`
  return `${name} ${version}, ${license}${text}`
}
