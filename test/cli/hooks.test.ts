import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastSaid } from '../../src/cli/hooks/last-said.js'
import { useRecollectHere } from './recollect-here.js'

const here = useRecollectHere()
const folder = join(here.home, 'project')
mkdirSync(folder)

/** A call of a hook as Claude Code makes it. */
async function hook(action: string, payload: object, client = 'claude-code') {
  const stdin = JSON.stringify({ session_id: 's1', cwd: folder, hook_event_name: action, ...payload })
  return here.run(['hook', action, '--client', client], { stdin })
}

const contextOf = (out: string): string => JSON.parse(out).hookSpecificOutput.additionalContext

describe('a session of a coding agent', () => {
  it('is kept as it goes, begins with what is known, and is found again', async () => {
    expect(await hook('session-start', { source: 'startup' })).toEqual({ code: 0, out: '', notes: '' })
    await here.run(['capture', 'The staging database of Basalt runs on port 6543'])
    await here.run(['instruct', 'add', '--text', 'Always reply in French'])
    const prompt =
      'Why does the Basalt staging database refuse connections? My key is sk-proj-Abc123def456Ghi789jkl012Mno345'
    const asked = await hook('prompt', { prompt, prompt_id: 'p1' })
    expect(contextOf(asked.out)).toMatch(/<recollect-memory kind="recall">[\s\S]*port 6543/)
    const tool = {
      tool_name: 'Bash',
      tool_use_id: 't1',
      tool_input: { command: 'pg_isready' },
      tool_response: { stdout: 'no response', stderr: '' },
    }
    expect(await hook('tool', tool)).toEqual({ code: 0, out: '', notes: '' })
    await hook('stop', { last_assistant_message: 'The zircon firewall rule blocks it.', prompt_id: 'p1' })
    // All of it once more, as when a hook stands in two settings files.
    await hook('prompt', { prompt, prompt_id: 'p1' })
    await hook('tool', tool)
    await hook('stop', { last_assistant_message: 'The zircon firewall rule blocks it.', prompt_id: 'p1' })
    const { events } = await here.json(['transcript-read', 'claude-code/s1'])
    expect(
      events.map(({ type, role, tool: name, masked }: Record<string, unknown>) => [type, role, name, masked]),
    ).toEqual([
      ['message', 'user', null, 1],
      ['tool_call', 'assistant', 'Bash', 0],
      ['tool_result', 'tool', 'Bash', 0],
      ['message', 'assistant', null, 0],
    ])
    expect(events[2].text).toBe('no response')
    const { hits } = await here.json(['search', 'zircon firewall'])
    expect(hits[0].turn).toMatchObject({ session: 'claude-code/s1', role: 'assistant' })
    const again = await hook('session-start', { session_id: 's2' })
    expect(contextOf(again.out)).toContain('Always reply in French')
  })

  it('adds nothing to a prompt that memory has nothing clear to say to', async () => {
    for (const prompt of ['ok', 'Write a poem about staging', 'Rename the function in src/parse.ts, please'])
      expect(await hook('prompt', { session_id: 's3', prompt })).toMatchObject({ code: 0, out: '' })
  })

  it('takes what the assistant said out of the transcript where it is not told', async () => {
    const transcript_path = join(folder, 'session.jsonl')
    const line = (role: string, content: unknown) =>
      JSON.stringify({ type: role, message: { role, content } })
    writeFileSync(
      transcript_path,
      [
        line('assistant', [{ type: 'text', text: 'An old answer' }]),
        line('user', 'and now?'),
        line('assistant', [{ type: 'tool_use', id: 'x', name: 'Bash', input: {} }]),
        line('user', [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }]),
        line('assistant', [{ type: 'text', text: 'The obsidian test passes.' }]),
        '{"type":"assist',
      ].join('\n'),
    )
    await hook('stop', { session_id: 's4', transcript_path })
    const { events } = await here.json(['transcript-read', 'claude-code/s4'])
    expect(events.map(({ text }: { text: string }) => text)).toEqual(['The obsidian test passes.'])
  })

  it('understands what Codex, Gemini CLI and Cursor tell', async () => {
    await hook(
      'tool',
      {
        session_id: 'c',
        turn_id: 'u',
        tool_name: 'Bash',
        tool_use_id: 'i',
        tool_input: { command: 'ls' },
        tool_response: 'a.ts',
      },
      'codex',
    )
    await hook(
      'stop',
      { session_id: 'g', timestamp: '2026-05-01T00:00:00Z', prompt: 'hi', prompt_response: 'Gemini answers' },
      'gemini',
    )
    const gemini = {
      session_id: 'g',
      timestamp: '2026-05-01T00:00:01Z',
      tool_name: 'read_file',
      tool_input: { absolute_path: '/a.ts' },
      tool_response: { llmContent: 'text', returnDisplay: 't', error: { message: 'gone' } },
    }
    expect((await hook('tool', gemini, 'gemini')).out).toBe('{}\n')
    const cursor = {
      session_id: undefined,
      conversation_id: 'k',
      generation_id: 'n',
      workspace_roots: [folder],
    }
    await hook('prompt', { ...cursor, cwd: undefined, prompt: 'Cursor asks' }, 'cursor')
    await hook('response', { ...cursor, text: 'Cursor answers' }, 'cursor')
    const start = await hook('session-start', cursor, 'cursor')
    expect(JSON.parse(start.out).additional_context).toContain('French')
    const read = async (session: string) =>
      (await here.json(['transcript-read', session])).events.map(
        ({ type, text, path, isError }: Record<string, unknown>) => [type, text, path, isError],
      )
    expect(await read('codex/c')).toEqual([
      ['tool_call', '{"command":"ls"}', null, null],
      ['tool_result', 'a.ts', null, null],
    ])
    expect(await read('gemini/g')).toEqual([
      ['message', 'Gemini answers', null, null],
      ['tool_call', '{"absolute_path":"/a.ts"}', '/a.ts', null],
      ['tool_result', 'text', '/a.ts', true],
    ])
    expect(await read('cursor/k')).toEqual([
      ['message', 'Cursor asks', null, null],
      ['message', 'Cursor answers', null, null],
    ])
  })

  it('is never stopped by a hook that cannot do its work', async () => {
    for (const stdin of ['', '{', '[]', '{"session_id":""}', '\u0000']) {
      const { code, out, notes } = await here.run(['hook', 'prompt'], { stdin })
      expect({ code, out }).toEqual({ code: 0, out: '' })
      expect(notes).toContain('recollect hook prompt:')
    }
    // To an agent 2 is an order to stop.
    for (const line of [['hook', 'prompt', '--nonsense'], ['hook', 'bogus'], ['hook'], ['hook', 'a', 'b']]) {
      const { code, out, notes } = await here.run(line)
      expect({ code, out }).toEqual({ code: 0, out: '' })
      expect(notes).toMatch(/^recollect: /)
    }
    expect(readFileSync(join(here.home, 'hook.log'), 'utf8')).toContain('there is no flag "--nonsense"')
    // No folder is made for a log: under /proc that would never end.
    const none = join(here.home, 'none')
    expect(await here.run(['hook', 'prompt', '--home', none], { stdin: '{' })).toMatchObject({ code: 0 })
    expect(existsSync(none)).toBe(false)
    const broken = join(here.home, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'recollect.db'), 'this is no store, and was none before'.repeat(200))
    const stdin = JSON.stringify({ session_id: 'x', prompt: 'A secret word' })
    const { code, out } = await here.run(['hook', 'prompt', '--home', broken], { stdin })
    expect({ code, out }).toEqual({ code: 0, out: '' })
    const log = readFileSync(join(broken, 'hook.log'), 'utf8')
    expect(log).toMatch(/^\S+Z claude-code prompt: store_\w+/)
    expect(log).not.toContain('secret')
    expect(existsSync(join(here.home, 'hook.log'))).toBe(true)
  })
})

it('waits for no pipe that it is told to be a transcript', async () => {
  const pipe = join(here.home, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe])
  expect(await lastSaid(pipe)).toBeUndefined()
})
