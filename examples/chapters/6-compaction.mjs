// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Compaction: the older part of a long session becomes one structured summary, without a model. Nothing is lost: the same
// question finds the same evidence before and after.

import { open } from './open.mjs'

const { engine, close } = await open()
const ann = engine.as({ user: 'ann' })

const session = 'ledger'
const say = (role, text) => ({ type: 'message', role, text })
const steps = Array.from({ length: 120 }, (_, n) =>
  say(
    n % 2 === 0 ? 'user' : 'assistant',
    `Step ${n}: the rows of port ${n} were moved, counted and checked again.`,
  ),
)
await ann.transcriptAppend({
  session,
  events: [
    say('user', 'Please move the order ledger from CouchDB to SQLite.'),
    say('assistant', 'I begin with src/ledger/store.ts.'),
    {
      type: 'tool_call',
      tool: 'edit',
      callId: 'c1',
      path: 'src/ledger/store.ts',
      text: '{"path":"src/ledger/store.ts"}',
    },
    { type: 'tool_result', tool: 'edit', callId: 'c1', path: 'src/ledger/store.ts', text: 'edited' },
    say('user', 'Decision: we keep one writer, because backups are one file then.'),
    ...steps,
    say('user', 'Which ports are still missing?'),
  ],
})

const question = 'why did we keep one writer?'
const evidence = async () => (await ann.search({ question, limit: 1 })).hits[0].text
const before = await evidence()

const { outcome, events, tokensBefore, tokensAfter, text } = await ann.transcriptCompact({
  session,
  force: true,
})
console.log(`${outcome}: ${events} events, ${tokensBefore} tokens became ${tokensAfter}`)
console.log(text.split('\n').slice(0, 14).join('\n'), '…')
console.log('the same evidence:', before === (await evidence()), '·', before)
console.log('again:', (await ann.transcriptCompact({ session, force: true })).outcome)
await close()
