import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasShell, useTypedPage } from './typed-page.js'

const page = useTypedPage('compaction.md')

describe.skipIf(!hasShell)('docs/compaction.md', () => {
  it('shows what its commands print, typed one after the other', async () => {
    const call = { tool: 'Edit', callId: 'c1', path: 'src/lexer.rs' }
    const todos = [
      { content: 'port the lexer', status: 'completed' },
      { content: 'port the parser', status: 'in_progress' },
    ]
    const events = [
      { type: 'message', role: 'user', text: 'Port src/parse.ts to Rust. Never touch vendor/lib.c.' },
      { type: 'message', role: 'assistant', text: 'We decided to use nom. Which edition do you want?' },
      {
        type: 'message',
        role: 'user',
        text: '2024. The lexer keeps its zebra tables, see https://docs.rs/nom.',
      },
      { type: 'tool_call', ...call, text: '{"file_path":"src/lexer.rs"}' },
      { type: 'tool_result', ...call, text: 'ok' },
      { type: 'tool_call', tool: 'TodoWrite', callId: 'c2', text: JSON.stringify({ todos }) },
      { type: 'tool_result', tool: 'TodoWrite', callId: 'c2', text: 'ok' },
      { type: 'message', role: 'assistant', text: 'The lexer is done.' },
      { type: 'message', role: 'user', text: 'Good. Go on with the parser.' },
      { type: 'message', role: 'assistant', text: 'Half of the grammar is ported.' },
      { type: 'message', role: 'user', text: 'How long will the rest take?' },
    ]
    const at = (index: number) => `2026-05-01T09:${String(10 + index)}:00Z`
    writeFileSync(
      join(page.folder, 'port.jsonl'),
      events.map((event, index) => `${JSON.stringify({ ...event, at: at(index) })}\n`).join(''),
    )
    await expect(await page.rendered()).toMatchFileSnapshot(page.page)
    for (const shown of ['We decided to use nom.', 'port the parser', 'Nothing to do'])
      expect(page.text()).toContain(shown)
  }, 60_000)
})
