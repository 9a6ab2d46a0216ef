import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useRecollectHere } from '../cli/recollect-here.js'

const { home, run, json } = useRecollectHere()

describe('recollect prompt', () => {
  it('prints the prompt and why each item is in it or out, keeps it where asked to, and says later what differs', async () => {
    const chat = join(home, 'chat.jsonl')
    writeFileSync(chat, `${JSON.stringify({ role: 'user', content: 'I use the editor helix' })}\n`)
    await run(['import', chat, '--as-mine'])
    await run(['capture', 'I prefer dark roast coffee'])
    const asked = ['prompt', '--session', 'chat', '--ask', 'Which coffee do I like?']
    const { code, out } = await run([...asked, '--record'])
    expect(code).toBe(0)
    expect(out).toMatch(/\[memory \S+ user stated\] I prefer dark roast coffee/)
    expect(out).toMatch(/^BLOCK +TOKENS +IN +OUT$/m)
    expect(out).toMatch(/^core_memory +\d+ +1 +0$/m)
    expect(out).toMatch(/^in +core_memory +\d+ .*I prefer dark roast coffee$/m)
    expect(out).toMatch(/\d+ of 8,000 tokens$/m)
    const { out: table } = await run([...asked, '--table', '--budget-tokens', '300'])
    expect(table).not.toContain('<recollect-memory')
    expect((await json([...asked, '--format', 'anthropic'])) as object).toMatchObject({
      format: 'anthropic',
      assemblyId: null,
    })
    await run(['capture', 'I prefer light roast coffee on Sundays'])
    const { out: differs } = await run(['prompt', 'replay', ...asked.slice(1)])
    expect(differs).toMatch(/^Assembled .*: \d+ tokens then, \d+ now\.\n/)
    expect(differs).toMatch(/^new +core_memory/m)
    expect((await run(['prompt', 'Which', 'coffee', 'do I like?', '--session', 'chat'])).out).toContain(
      'dark roast',
    )
    const { events } = await json(['transcript', 'read', 'chat', '--types', 'recall'])
    const number = String(events[0].seq)
    const { out: numbered } = await run(['prompt', 'replay', number, ...asked.slice(1)])
    expect(numbered).toBe(differs)
    expect((await run(['prompt', 'replay', number])).notes).toContain('--session NAME')
    const { code: refused, notes } = await run([...asked, '--budget-tokens', '10'])
    expect([refused, notes]).toEqual([1, expect.stringMatching(/what is required needs \d+ tokens/)])
  })
})
