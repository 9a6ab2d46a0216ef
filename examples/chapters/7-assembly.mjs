// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Prompt assembly: before each call of a model, the best prompt that fits a budget, with the reason for each thing that is
// in it or out. It is kept without a word of what is remembered, and can be assembled again on today's memory.

import { open } from './open.mjs'

const { engine, close } = await open()
const ann = engine.as({ user: 'ann' })

await ann.capture({ text: 'I live in Lisbon.' })
await ann.capture({ text: 'The pumps in dock 4 were serviced on Friday.' })
const session = 'today'
await ann.transcriptAppend({
  session,
  events: [
    { type: 'message', role: 'user', text: 'Good morning.' },
    { type: 'message', role: 'assistant', text: 'Good morning, Ann.' },
  ],
})

const ask = 'When were the pumps serviced?'
const { text, tokens, table, assemblyId } = await ann.promptAssemble({
  session,
  ask,
  identity: 'You are the assistant of a harbour.',
  budgetTokens: 600,
})
console.log(text)
console.log(
  `${tokens.total} of ${tokens.budget} tokens:`,
  tokens.blocks.map((one) => `${one.block} ${one.tokens}`).join(', '),
)
for (const { block, reason, about } of table) console.log(reason, block, '·', about)

await ann.capture({ text: 'The pumps in dock 4 were serviced again on Monday.' })
const replay = await ann.promptReplay({ id: assemblyId, ask })
console.log('today it would also say:', replay.new.map(({ block }) => block).join(', '))
await close()
