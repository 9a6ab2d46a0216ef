// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// User memory: what a person says of themselves becomes facts by rules, without a model. The newest statement holds, the
// older one stays as history, and what an agent notes waits for the user's word.

import { open } from './open.mjs'

const { engine, close } = await open()
const ann = engine.as({ user: 'ann' })
const agent = engine.as({ user: 'ann', agent: 'helper' })

await ann.capture({ text: 'I live in Porto.', occurredAt: '2025-01-10' })
await ann.capture({ text: 'I moved to Lisbon.', occurredAt: '2026-03-02' })
const { facts } = await ann.facts({ includeSuperseded: true })
for (const { fact, text } of facts) console.log(fact.status, '·', text)

await agent.capture({ text: 'The user lives in Madrid.' })
const { hits } = await ann.search({ question: 'Where do I live?' })
console.log('found:', hits[0].text, `(${hits[0].trust})`)

await ann.recordSave({ name: 'Reports', type: 'feedback', description: 'Short, numbers first' })
const { records } = await agent.recordRecall({ request: "write this week's report" })
console.log('recalled:', records[0].description)
console.log('a prompt begins with:')
console.log((await ann.core({})).block)
await close()
