// A process that imports and publishes documents until it has done what it was asked for, or is killed.

import { readFileSync } from 'node:fs'

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/**
 * @typedef {object} Load
 * @property {import('../../src/memory-options.js').MemoryOptions} options
 * @property {string} files a JSON file of {path, content}
 * @property {number} rounds
 * @property {number} from the first round
 */

/** @type {Load} */
const { options, files: file, rounds, from } = JSON.parse(process.argv[2] ?? '{}')
/** @type {{ path: string, content: string }[]} */
const files = JSON.parse(readFileSync(file, 'utf8'))

const engine = await openMemory({ ...options, zone: 'UTC', embedder: 'off' })
const memory = engine.as({ user: 'ann' })
process.stdout.write('open\n')
for (let round = from; round < from + rounds; round++) {
  const given = files.map(({ path, content }) => ({ path, content: content.replaceAll('ROUND', `${round}`) }))
  await memory.knowledgeImport({ files: given, keepPublished: round % 2 === 0 })
  for (const { path } of files) await memory.knowledgePublish({ document: path })
}
await engine.close()
