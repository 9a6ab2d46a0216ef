// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Transcript: what really happened in a session, in order and for good. What was said is found by search; what tools did
// is evidence, which only the replay shows.

import { open } from './open.mjs'

const { engine, close } = await open()
const ann = engine.as({ user: 'ann' })

const session = 'support-4711'
const { events } = await ann.transcriptAppend({
  session,
  channel: 'terminal',
  events: [
    {
      type: 'message',
      role: 'user',
      text: 'The pump in dock 4 drips. My key is sk-proj-abcdefghijklmnopqrstuvwx1234.',
    },
    { type: 'tool_call', tool: 'sensors', callId: 'c1', text: '{"dock":4}' },
    { type: 'tool_result', tool: 'sensors', callId: 'c1', text: 'pressure 2.1 bar' },
    { type: 'message', role: 'assistant', text: 'The seal is worn; pressure is low.', key: 'answer-1' },
  ],
})
console.log('numbered by the store:', events.map(({ seq }) => seq).join(' '), '· masked:', events[0].masked)

// The same key once more is the same event.
const again = {
  type: 'message',
  role: 'assistant',
  text: 'The seal is worn; pressure is low.',
  key: 'answer-1',
}
console.log('again:', (await ann.transcriptAppend({ session, events: [again] })).events[0].outcome)

const { events: replayed } = await ann.transcriptRead({ session })
for (const { seq, type, role, text } of replayed) console.log(seq, role, type, '·', text)

const found = async (question) => (await ann.search({ question })).hits.map(({ text }) => text)
console.log('found:', (await found('which pump drips?'))[0])
console.log('a tool’s output is not memory:', (await found('2.1 bar')).length === 0)
console.log('sound:', (await ann.transcriptVerify({ session })).isSound)
await close()
