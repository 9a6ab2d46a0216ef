import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useRecollect } from '../cli/recollect.js'
import { useRecollectHere } from '../cli/recollect-here.js'
import { callTool, connect } from './connect.js'
import { connectHere } from './connect-here.js'
import { surfaceOf } from './surface-of.js'

// What it is told to the letter, the built server says.
useRecollect()
const { home, run } = useRecollectHere()

const MARKER = 'zanzibar'

/** Everything there is to show: with all flags, and a document to ask. */
const WHOLE = { user: 'reader', flags: ['--allow-forget', '--knowledge-tools', '--task-tools'] }

beforeAll(async () => {
  const as = ['--user', WHOLE.user]
  await run(['knowledge', 'import', '-', '--publish', ...as], { stdin: '# A document\n' })
  await run(['knowledge', 'attach', '--all', ...as])
})

describe('what a client is told', () => {
  it('changes only on purpose', async () => {
    const surface = await surfaceOf(await connect(home, WHOLE))
    await expect(`${JSON.stringify(surface, null, 1)}\n`).toMatchFileSnapshot(
      join(import.meta.dirname, 'frozen-surface.txt'),
    )
  })

  it('holds the same instructions until someone means to change them', async () => {
    const { instructions = '' } = await surfaceOf(await connect(home))
    expect(createHash('sha256').update(instructions).digest('hex')).toBe(
      '2c04714d34631726a68286fc403f3363421bec46c1440a56791df312173f7123',
    )
    // Clients cut what is longer.
    expect(Buffer.byteLength(instructions)).toBeLessThan(2_048)
  })

  it('is short enough that no client cuts it', async () => {
    const { tools } = await surfaceOf(await connectHere(home, { flags: ['--allow-forget'] }))
    for (const { name, description = '' } of tools) {
      expect(Buffer.byteLength(description), name).toBeLessThan(2_048)
      expect(name).toMatch(/^[a-z][a-z_]{2,47}$/)
    }
  })

  it('holds nothing of the store, whatever that holds', async () => {
    const before = await surfaceOf(await connectHere(home, { user: MARKER, name: MARKER }))
    await run(['capture', `${MARKER} note`, '--user', MARKER])
    await run(['import', '-', '--session', MARKER, '--user', MARKER], {
      stdin: JSON.stringify({ role: 'user', content: MARKER, speaker: MARKER, channel: MARKER }),
    })
    const client = await connectHere(home, { user: MARKER, name: MARKER })
    expect((await callTool(client, 'memory_stats')).answer.items).toBe(2)
    const after = await surfaceOf(client)
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).not.toContain(MARKER)
  })

  it('is the same in both revisions of the protocol', async () => {
    const legacy = await surfaceOf(await connectHere(home))
    const modern = await surfaceOf(await connectHere(home, { isModern: true }))
    expect(modern).toEqual(legacy)
  })
})

describe('forgetting', () => {
  it('is not offered and not done until the user allows it', async () => {
    await run(['capture', 'the garden gate is green', '--user', 'ann'])
    const client = await connectHere(home)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('memory_forget')
    const { answer } = await callTool(client, 'memory_search', { question: 'garden gate' })
    await expect(callTool(client, 'memory_forget', { id: answer.hits[0].id })).rejects.toThrow(
      /^denied: .*\nhint: only the user can allow this, by starting the server with --allow-forget; ask them$/,
    )
    expect((await callTool(client, 'memory_stats')).answer.items).toBe(1)
  })

  it('is done, with proof, where the user allows it', async () => {
    const client = await connectHere(home, { user: 'zoe', flags: ['--allow-forget'] })
    const { answer } = await callTool(client, 'memory_capture', { text: 'the code is 4711' })
    const preview = await callTool(client, 'memory_forget', { id: answer.id, preview: true })
    expect(preview.text).toContain('> the code is 4711')
    const receipt = await callTool(client, 'memory_forget', { id: answer.id })
    expect(receipt.answer).toMatchObject({ state: 'physical', ids: [answer.id] })
    await expect(callTool(client, 'memory_get', { id: answer.id })).rejects.toThrow(/^not_found: /)
    // Nor does it come back through the agent alone.
    await expect(callTool(client, 'memory_capture', { text: 'the code is 4711' })).rejects.toThrow(
      /^conflict: /,
    )
  })

  it('is not undone by an agent that may only write', async () => {
    const user = 'yan'
    const { id } = JSON.parse((await run(['capture', 'a secret', '--user', user, '--json'])).out)
    await run(['forget', id, '--yes', '--user', user])
    const client = await connectHere(home, { user })
    await expect(callTool(client, 'memory_capture', { text: 'a secret', again: true })).rejects.toThrow(
      /^denied: .*\n.*--allow-forget/,
    )
  })
})

describe('what only the user does', () => {
  it('is no tool, and an agent that calls it anyway hears how the user does it', async () => {
    const client = await connectHere(home, { flags: ['--allow-forget'] })
    await expect(callTool(client, 'memory_instruct', { action: 'add', text: 'Be brief' })).rejects.toThrow(
      /memory_instruct is for the user alone.*recollect instruct add/,
    )
  })
})

describe('the memory of others', () => {
  it('is refused, without naming a flag that would not open it', async () => {
    const client = await connectHere(home, { flags: ['--allow-forget'] })
    await expect(callTool(client, 'memory_banks', { all: true })).rejects.toThrow(
      /^denied: .*\nhint: no agent may; the user can ask for it in a terminal$/,
    )
  })
})

describe('reading only', () => {
  it('lists and does nothing that writes', async () => {
    const client = await connectHere(home, { flags: ['--read-only'] })
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(2)
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    await expect(callTool(client, 'memory_capture', { text: 'x' })).rejects.toThrow(
      /^denied: .*\n.*--read-only/,
    )
  })

  it('contradicts forgetting', async () => {
    const { code, out, notes } = await run(['mcp', '--read-only', '--allow-forget'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(notes).toContain('contradict')
  })
})
