// Uses the embedder of a store in a process of its own, closes nothing, and ends when nothing keeps it.

import { setImmediate } from 'node:timers/promises'

/** @type {typeof import('../../src/model/choose-embedder.js')} */
const { chooseEmbedder } = await import(
  new URL('./model/choose-embedder.js', process.env['RECOLLECT_ENTRY']).href
)
/** @type {typeof import('../../src/clock.js')} */
const { systemEnv } = await import(new URL('./clock.js', process.env['RECOLLECT_ENTRY']).href)

/** @type {typeof import('../../src/model/shared-embedder.js')} */
const { connectSharedEmbedder } = await import(
  new URL('./model/shared-embedder.js', process.env['RECOLLECT_ENTRY']).href
)

/** @type {{ home: string, setting: 'auto' | 'packaged' | 'shared', isToStay?: boolean, isToLeave?: boolean }} */
const { home, setting, isToStay = false, isToLeave = false } = JSON.parse(process.argv[2] ?? '{}')
const engine = new URL('./scripted-engine.mjs', import.meta.url).href

const source = chooseEmbedder({
  setting,
  home,
  environment: {},
  env: systemEnv(),
  packaged: { packages: [engine, engine] },
})
const found = await source.get()
// Passages come first, and one of them is never done.
if (isToLeave && !('off' in found)) void found.embed(['a', 'endless'], 'passage')
const answer = 'off' in found ? found.off : `${(await found.embed(['a'], 'question')).length} vector`
// Offering is not waited for by whoever embeds: told when another can connect.
if (setting !== 'shared') {
  while ('off' in (await connectSharedEmbedder(home))) await setImmediate()
}
process.stdout.write(`${answer}\n`)
if (isToStay) setInterval(() => undefined, 60_000)
