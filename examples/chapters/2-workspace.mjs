// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// Workspace memory: what was decided, agreed and learnt in a project, shared by everyone who works in it. Where two notes
// say different things with the same weight, no code decides: a person does, by name and with a reason.

import { open } from './open.mjs'

const { engine, close } = await open()
const workspace = 'acme/harbour'
const ann = engine.as({ user: 'ann', workspace })
const agent = engine.as({ user: 'ben', agent: 'coder', workspace })

await ann.workspaceNote({ type: 'decision', text: 'Order ledger: SQLite, in one file', importance: 5 })
await ann.workspaceNote({ type: 'convention', text: 'We use tabs for indentation.', importance: 4 })
await agent.workspaceNote({ type: 'pitfall', text: 'Tests fail when TZ is not UTC.' })
for (const { type, text, status, trust } of (await agent.workspaceNotes({})).notes)
  console.log(type, '·', text, `(${status}, ${trust})`)

await engine.as({ user: 'cleo', workspace }).workspaceNote({
  type: 'decision',
  text: 'Order ledger: PostgreSQL, as elsewhere',
  importance: 5,
})
const { conflicts } = await ann.workspaceConflicts({})
for (const { id, first, second } of conflicts) {
  console.log('waits for a person:', first.text, '|', second.text)
  await ann.workspaceResolve({ id, keep: 'first', reason: 'One writer is enough for the ports' })
}
console.log((await ann.workspaceMemory({})).markdown)
await close()
