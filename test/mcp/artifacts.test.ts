import { expect, it } from 'vitest'
import { useRecollectHere } from '../cli/recollect-here.js'
import { callTool } from './connect.js'
import { connectHere } from './connect-here.js'

const { home } = useRecollectHere()

it('shows an artifact as a resource, page by page, to clients with --task-tools and of its user', async () => {
  const client = await connectHere(home, { flags: ['--task-tools'] })
  const text = Array.from({ length: 6_000 }, (_, i) => `line ${i + 1} of the log`).join('\n')
  const { answer } = await callTool(client, 'artifact_keep', { text, tool: 'bash' })
  let uri: string | undefined = `recollect://artifact/${answer.id}`
  let read = ''
  for (let pages = 0; uri !== undefined && pages < 20; pages++) {
    const { contents }: Awaited<ReturnType<typeof client.readResource>> = await client.readResource({ uri })
    const [page] = contents
    const body = page !== undefined && 'text' in page ? page.text : ''
    uri = /\(to read on: (recollect:[^)]+)\)$/m.exec(body)?.[1]
    read += body
  }
  expect(read).toContain('line 1 of the log\n')
  expect(read).toContain('line 4321 of the log\n')
  expect(read).toContain('line 6000 of the log')
  const other = await connectHere(home, { user: 'bob', flags: ['--task-tools'] })
  await expect(other.readResource({ uri: `recollect://artifact/${answer.id}` })).rejects.toThrow(/not found/)
  const plain = await connectHere(home)
  const { resourceTemplates } = await plain.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).join(' ')).not.toContain('artifact')
})
