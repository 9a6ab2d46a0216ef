import type { Client } from '@modelcontextprotocol/client'
import { expect, it } from 'vitest'
import { useRecollectHere } from '../cli/recollect-here.js'
import { callTool } from './connect.js'
import { connectHere } from './connect-here.js'
import { inputFor } from './input-for.js'

const { home, run } = useRecollectHere()

const SECRET = 'zanzibar'
const ABSENT = '01890000-0000-7000-8000-000000000000'

it('shows one user nothing of another, by any tool or resource', async () => {
  const theirs = await fill('bob')
  const client = await connectHere(home, { user: 'ann', flags: ['--allow-forget'] })
  const { tools } = await client.listTools()
  for (const tool of tools) {
    for (const text of [SECRET, `"${SECRET} note"`, 'gate code 4711', '']) {
      const answer = await answerOf(client, tool.name, inputFor(tool, { id: ABSENT, text }))
      expect(reveals(answer, theirs), `${tool.name} ${text}`).toEqual([])
    }
    for (const id of theirs) {
      const input = inputFor(tool, { id, text: 'mine' })
      const answer = await answerOf(client, tool.name, input)
      expect(reveals(answer.replaceAll(id, ABSENT), theirs), tool.name).toEqual([])
      // Their id is answered as one that does not exist.
      if (!JSON.stringify(input).includes(id)) continue
      const ofAbsent = await answerOf(client, tool.name, inputFor(tool, { id: ABSENT, text: 'mine' }))
      expect(answer.replaceAll(id, ABSENT)).toBe(ofAbsent)
    }
  }
  const { resources } = await client.listResources()
  for (const { uri } of resources)
    expect(reveals(JSON.stringify(await client.readResource({ uri })), theirs)).toEqual([])
  expect((await callTool(await connectHere(home, { user: 'bob' }), 'memory_stats')).answer.items).toBe(
    theirs.length,
  )
})

async function fill(user: string): Promise<string[]> {
  await run(['import', '-', '--session', `${SECRET} session`, '--user', user], {
    stdin: JSON.stringify({ role: 'user', content: `${SECRET} turn`, speaker: `${SECRET} speaker` }),
  })
  const client = await connectHere(home, { user })
  await callTool(client, 'memory_capture', { text: `${SECRET} note: the gate code is 4711` })
  const { answer } = await callTool(client, 'memory_search', { question: SECRET })
  await client.close()
  return answer.hits.map(({ id }: { id: string }) => id)
}

async function answerOf(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { content, structuredContent } = await client.callTool({ name, arguments: input })
  // A look has a name of its own, and repeats the phrases it was asked for.
  return JSON.stringify({ content, structuredContent }).replace(/\\?"(?:recallId|relaxed)[^\n]*/g, '')
}

/** What of the other's an answer holds that the question did not. */
function reveals(answer: string, ids: readonly string[]): string[] {
  return [...ids, `${SECRET} turn`, `${SECRET} speaker`, `${SECRET} session`, 'gate code is'].filter(
    (secret) => answer.includes(secret),
  )
}
