// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Brings a conversation of three products in, and finds something in each.
// Run it in a clone: npm run setup && node examples/import-conversations.mjs

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'recollect'

/** What the products write, cut short. In earnest: createReadStream('conversations.json'). */
const files = {
  'conversations.json': JSON.stringify([
    {
      conversation_id: 'c-1',
      title: 'Birthday cake',
      current_node: 'answer',
      mapping: {
        question: {
          message: {
            id: 'question',
            author: { role: 'user' },
            create_time: 1771695600,
            content: { content_type: 'text', parts: ['A cake without hazelnuts, please.'] },
          },
          children: ['answer'],
        },
        answer: {
          message: {
            id: 'answer',
            author: { role: 'assistant' },
            create_time: 1771695610,
            content: { content_type: 'text', parts: ['A sponge with cocoa and oil.'] },
          },
          parent: 'question',
        },
      },
    },
  ]),
  'session.jsonl': `${JSON.stringify({
    type: 'user',
    sessionId: 's-1',
    uuid: 'u-1',
    cwd: '/home/ann/harbour',
    timestamp: '2026-03-02T09:00:00Z',
    message: { role: 'user', content: 'Never use fixed offsets in this project.' },
  })}\n`,
  'sailing.txt': '01/03/2026, 10:15 - Ann: I bring the thermos.\n15/03/2026, 18:00 - Jonas: And I the map.\n',
}

const home = await mkdtemp(join(tmpdir(), 'recollect-import-'))
const engine = await openMemory({ home })
const memory = engine.as({ user: 'ann' })

for (const [name, content] of Object.entries(files)) {
  const report = await memory.import({ content, name, asMine: true, me: 'Ann' })
  console.log(`${name}: ${report.format}, ${report.added} added`)
}
const again = await memory.import({ content: files['session.jsonl'], name: 'session.jsonl' })
console.log(`again: ${again.added} added, ${again.repeated} there already`)

for (const question of ['which nuts must not be in the cake?', 'fixed offsets', 'who brings the thermos?']) {
  const { hits } = await memory.search({ question, limit: 1 })
  console.log(`${hits[0].text} (${hits[0].turn.session}, ${hits[0].trust})`)
}
await engine.close()
await rm(home, { recursive: true })
