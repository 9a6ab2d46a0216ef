import { join } from 'node:path'
import { messagesOf } from '../messages.js'
import { loadPeer, peerPath } from '../peers.js'
import type { OpenSubject } from '../subject.js'

/**
 * The reference MCP memory server over stdio, as an agent uses it: an entity a text. It rewrites its file at each
 * change, reads it whole at each question, finds the question as one substring, ranks nothing and has no banks.
 */
export const openServerMemory: OpenSubject = async (home) => {
  const { Client } = loadPeer<{ Client: new (info: object) => Client }>(
    '@modelcontextprotocol/sdk/client/index.js',
  )
  const { StdioClientTransport } = loadPeer<{ StdioClientTransport: new (options: object) => Transport }>(
    '@modelcontextprotocol/sdk/client/stdio.js',
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [peerPath('@modelcontextprotocol', 'server-memory', 'dist', 'index.js')],
    env: { ...process.env, MEMORY_FILE_PATH: join(home, 'memory.jsonl') },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'recollect-bench', version: '1.0.0' })
  await client.connect(transport)
  const call = (name: string, args: object) =>
    client.callTool({ name, arguments: args }, undefined, { timeout: PATIENCE_MS })
  const entity = (name: string, text: string) => ({ name, entityType: 'note', observations: [text] })
  let captured = 0
  return {
    ...(transport.pid === null ? {} : { pid: transport.pid }),
    insert: async (source) => {
      for await (const messages of messagesOf(source, 5_000)) {
        await call('create_entities', {
          entities: messages.map(({ place, text }) => entity(String(place), text)),
        })
      }
    },
    capture: async (text) => {
      captured += 1
      await call('create_entities', { entities: [entity(`captured ${captured}`, text)] })
    },
    search: async (query) => {
      const { structuredContent } = await call('search_nodes', { query })
      return structuredContent.entities
        .slice(0, 10)
        .map(({ name }) => (name.startsWith('captured') ? -1 : Number(name)))
    },
    close: () => client.close(),
  }
}

const PATIENCE_MS = 600_000

interface Transport {
  readonly pid: number | null
}

interface Client {
  connect(transport: Transport): Promise<void>
  callTool(
    request: object,
    schema: undefined,
    options: { readonly timeout: number },
  ): Promise<{ readonly structuredContent: { readonly entities: readonly { readonly name: string }[] } }>
  close(): Promise<void>
}
