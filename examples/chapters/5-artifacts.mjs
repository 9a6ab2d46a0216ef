// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Artifacts: an output that is too large for a conversation is kept once, beside it. The transcript has a pointer with a
// preview, and the whole is read and searched in pieces.

import { open } from './open.mjs'

const { engine, close } = await open()
const ann = engine.as({ user: 'ann' })

const log = Array.from(
  { length: 5_000 },
  (_, line) => `test ${line + 1} ${line === 4_210 ? 'FAILED: timeout' : 'ok'}`,
)
const session = 'build'
await ann.transcriptAppend({
  session,
  events: [
    { type: 'tool_call', tool: 'bash', callId: 'c1', text: '{"command":"npm test"}' },
    { type: 'tool_result', tool: 'bash', callId: 'c1', text: log.join('\n') },
  ],
})

const { events } = await ann.transcriptRead({ session, types: ['tool_result'], maxChars: 400 })
const [{ text, artifact }] = events
console.log('the model sees:', text.split('\n')[0])

const { found } = await ann.artifactGrep({ id: artifact, text: 'FAILED', context: 1 })
for (const { line, text: words } of found) console.log(line, words)
const page = await ann.artifactRead({ id: artifact, from: 1, to: 2 })
console.log(page.text.split('\n'), 'of', page.lines, 'lines,', page.bytes, 'bytes')

const again = await ann.artifactKeep({ text: log.join('\n'), tool: 'bash' })
console.log('the same output again:', again.outcome, again.id === artifact)
await close()
