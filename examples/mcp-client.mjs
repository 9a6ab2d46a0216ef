// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// A program that is an agent's client: starts the memory server, remembers something, asks for it.
// Run it in a clone: npm run setup && node examples/mcp-client.mjs

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const root = dirname(fileURLToPath(import.meta.resolve('recollect/package.json')))
const home = await mkdtemp(join(tmpdir(), 'recollect-mcp-client-'))

const client = new Client({ name: 'example-agent', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist', 'bin', 'recollect.js'), 'mcp', '--home', home],
  }),
)

const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(' ')) // no memory_forget: the user did not allow it

await client.callTool({
  name: 'memory_capture',
  arguments: { text: 'Mia moved to Lisbon in March', occurredAt: '2026-03-01' },
})
const answer = await client.callTool({
  name: 'memory_search',
  arguments: { question: 'where does Mia live?' },
})
console.log(answer.content[0].text) // for a model to read …
console.log(answer.structuredContent.hits[0].trust) // … and for a program

await client.close()
await rm(home, { recursive: true })
