import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasShell, useTypedPage } from './typed-page.js'

const page = useTypedPage('transcripts.md')

describe.skipIf(!hasShell)('docs/transcripts.md', () => {
  it('shows what its commands print, typed one after the other', async () => {
    const events = [
      { type: 'title', text: 'Release of version 2' },
      { type: 'tool_call', tool: 'bash', callId: 'c1', text: '{"command":"migrate --all"}' },
      {
        type: 'tool_result',
        tool: 'bash',
        callId: 'c1',
        isError: true,
        text: 'migrate: table customers is locked',
      },
      {
        type: 'message',
        role: 'assistant',
        text: 'A table is locked; <private>it is 3 am</private>I try again.',
      },
    ]
    writeFileSync(
      join(page.folder, 'release.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    )
    await expect(await page.rendered()).toMatchFileSnapshot(page.page)
    expect(page.text()).toContain('1 secret or private span left out')
    expect(page.text()).toContain('line 3 (byte')
    expect(page.text()).toContain('The file is sound')
  }, 60_000)
})
