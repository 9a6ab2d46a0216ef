// Appends batches of events until it is killed, and writes down which were acknowledged.
import { appendFileSync } from 'node:fs'

const { home, log, from } = JSON.parse(process.argv[2] ?? '{}')
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')
const engine = await openMemory({ home, embedder: 'off' })
const memory = engine.as({ user: 'ann' })
process.stdout.write('open\n')

/** @param {number} who */
async function caller(who) {
  for (let batch = 0; ; batch++) {
    const size = 1 + (batch % 7)
    const name = `${from}.${who}.${batch}`
    const events = Array.from({ length: size }, (_, i) => ({
      type: 'message',
      role: 'assistant',
      text: `event ${i} of batch ${name}`,
      key: `${name}.${size}.${i}`,
    }))
    await memory.transcriptAppend({ session: `session ${who % 2}`, events })
    appendFileSync(log, `${name}.${size}\n`)
    if (batch === 0) process.stdout.write('kept\n')
  }
}

await Promise.all([0, 1, 2].map(caller))
