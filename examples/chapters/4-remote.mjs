// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Remote recall: what another service remembers, asked beside the own memory. It is marked with where it comes from, it is
// believed by nobody, and it is never written into the memory.

import { createServer } from 'node:http'
import { open } from './open.mjs'

// Any service that answers JSON; another Recollect needs no map.
const service = createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ found: [{ note: 'Mia prefers the early ferry', day: '2026-05-01T08:00:00Z' }] }),
  )
})
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve))

const { engine, close } = await open({
  remotes: [
    {
      name: 'office',
      url: `http://127.0.0.1:${service.address().port}/notes?q={question}`,
      map: { list: 'found', text: 'note', at: 'day' },
      users: ['ann'],
    },
  ],
})
const ann = engine.as({ user: 'ann' })

const { snippets, missing } = await ann.remoteRecall({ question: 'which ferry does Mia prefer?' })
for (const { provider, text, trust, score } of snippets)
  console.log(`${provider}: ${text} (${trust}, ${score.toFixed(2)}), missing: ${missing.length}`)

console.log('nothing of it is kept:', (await ann.search({ question: 'ferry' })).hits.length === 0)

service.closeAllConnections()
await new Promise((resolve) => service.close(resolve))
const down = await ann.remoteRecall({ question: 'is the office open?' })
console.log('when it is down:', down.snippets.length, 'snippets,', down.missing[0].reason)
await close()
