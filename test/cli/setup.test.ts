import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { useRecollectHere } from './recollect-here.js'

const here = useRecollectHere()
const person = join(here.home, 'person')

beforeEach(() => {
  rmSync(person, { recursive: true, force: true })
  mkdirSync(person)
})

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(person, name)), { recursive: true })
  writeFileSync(join(person, name), text)
}
const read = (name: string) => readFileSync(join(person, name), 'utf8')
const there = (name: string) => existsSync(join(person, name))

/** Four spaces, a list in one line, no newline at the end: as nobody's formatter would leave it. */
const SETTINGS = `{
    "model" : "opus",
    "hooks": { "Stop": [ {"hooks": [{"type":"command","command":"say done"}]} ] },
    "odd":[1,2,
 3]
}`

describe('setting up a coding agent', () => {
  it('shows what would change and writes nothing before it is told to', async () => {
    put('.claude/settings.json', SETTINGS)
    const shown = await here.run(['setup', 'claude-code', '--dry-run'])
    expect(shown.out).toMatch(/^\+.*mcpServers/m)
    expect(shown.out).toMatch(/^\+.*hook session-start --client claude-code/m)
    expect(shown.out).not.toMatch(/^-.*(?:model|odd)/m)
    expect((await here.run(['setup', 'claude-code'])).code).toBe(2)
    expect([there('.claude.json'), read('.claude/settings.json')]).toEqual([false, SETTINGS])
  })

  it('writes nothing with --dry-run, whatever else is said', async () => {
    put('.claude/settings.json', SETTINGS)
    for (const beside of [[], ['--yes']]) {
      const { code, notes } = await here.run(['setup', 'claude-code', '--dry-run', ...beside])
      expect({ code, notes }).toEqual({ code: 0, notes: 'Nothing was written.\n' })
    }
    expect(await here.json(['setup', 'claude-code', '--dry-run', '--yes'])).toMatchObject({ done: false })
    expect([there('.claude.json'), read('.claude/settings.json')]).toEqual([false, SETTINGS])
    await here.run(['setup', 'claude-code', '--yes'])
    const changed = read('.claude/settings.json')
    const back = await here.run(['setup', 'claude-code', '--undo', '--dry-run', '--yes'])
    expect({ code: back.code, notes: back.notes }).toEqual({ code: 0, notes: 'Nothing was written.\n' })
    expect([there('.claude.json'), read('.claude/settings.json')]).toEqual([true, changed])
  })

  it('adds its own entries, leaves all else byte for byte, and takes them back', async () => {
    put('.claude/settings.json', SETTINGS)
    expect((await here.run(['setup', 'claude-code', '--yes'])).code).toBe(0)
    const changed = read('.claude/settings.json')
    for (const kept of [
      '"model" : "opus"',
      '"odd":[1,2,\n 3]\n}',
      '{"hooks": [{"type":"command","command":"say done"}]}',
    ])
      expect(changed).toContain(kept)
    const { hooks } = JSON.parse(changed)
    expect(Object.keys(hooks).sort()).toEqual([
      'PostToolUse',
      'PostToolUseFailure',
      'SessionStart',
      'Stop',
      'UserPromptSubmit',
    ])
    expect(hooks.Stop).toHaveLength(2)
    expect(hooks.SessionStart[0].hooks[0].command).toMatch(
      /recollect\.js --home \S+ hook session-start --client claude-code$/,
    )
    expect(JSON.parse(read('.claude.json')).mcpServers.recollect.args).toContain('mcp')
    expect(read('.claude/settings.json.before-recollect')).toBe(SETTINGS)
    expect((await here.run(['setup', 'claude-code', '--yes'])).notes).toContain('set up already')
    await here.run(['setup', 'claude-code', '--undo', '--yes'])
    expect(read('.claude/settings.json')).toBe(SETTINGS)
    expect([there('.claude.json'), there('.claude/settings.json.before-recollect')]).toEqual([false, false])
  })

  it('takes back its own entries alone where something has changed since', async () => {
    put('.gemini/settings.json', '{\n\t"theme": "dark"\n}\n')
    await here.run(['setup', 'gemini', '--yes'])
    put('.gemini/settings.json', read('.gemini/settings.json').replace('dark', 'light'))
    await here.run(['setup', 'gemini', '--undo', '--yes'])
    expect(JSON.parse(read('.gemini/settings.json'))).toEqual({ theme: 'light' })
    expect((await here.run(['setup', 'gemini', '--undo', '--yes'])).notes).toContain('nothing of Recollect')
  })

  it('keeps its table in the TOML of Codex, and refuses one that is written otherwise', async () => {
    const config = 'model = "o5" # mine\n\n[mcp_servers.other]\ncommand = "x"\n'
    put('.codex/config.toml', config)
    await here.run(['setup', 'codex', '--yes'])
    expect(read('.codex/config.toml')).toMatch(
      /^model = "o5" # mine\n\n\[mcp_servers\.other\]\ncommand = "x"\n\n\[mcp_servers\.recollect\]\n/,
    )
    put('.codex/config.toml', `${read('.codex/config.toml')}\n[tui]\nx = 1\n`)
    await here.run(['setup', 'codex', '--undo', '--yes'])
    expect(read('.codex/config.toml')).toBe(`${config}\n[tui]\nx = 1\n`)
    expect(there('.codex/hooks.json')).toBe(false)
    put('.codex/config.toml', '[mcp_servers]\nrecollect = { command = "y" }\n')
    const refused = await here.run(['setup', 'codex', '--yes'])
    expect(refused.code).toBe(1)
    expect(refused.notes).toContain('[mcp_servers.recollect]')
    expect(there('.codex/hooks.json')).toBe(false)
  })

  it('refuses a file with comments, with what to paste, and changes none of the others', async () => {
    put('.cursor/hooks.json', '{\n  // mine\n  "version": 1\n}\n')
    const refused = await here.run(['setup', 'cursor', '--yes'])
    expect(refused.code).toBe(1)
    expect(refused.notes).toContain('beforeSubmitPrompt')
    expect(there('.cursor/mcp.json')).toBe(false)
  })

  it('follows a link inside of the home folder, and none out of it', async () => {
    put('dotfiles/mcp.json', '{}\n')
    mkdirSync(join(person, '.cursor'))
    symlinkSync(join(person, 'dotfiles', 'mcp.json'), join(person, '.cursor', 'mcp.json'))
    await here.run(['setup', 'cursor', '--yes'])
    expect(read('dotfiles/mcp.json')).toContain('recollect')
    expect(realpathSync(join(person, '.cursor', 'mcp.json'))).toBe(
      realpathSync(join(person, 'dotfiles', 'mcp.json')),
    )
    const outside = join(here.home, 'outside.json')
    writeFileSync(outside, '{}\n')
    symlinkSync(outside, join(person, '.claude.json'))
    expect((await here.run(['setup', 'claude-code', '--yes'])).notes).toContain('out of your home folder')
    expect(readFileSync(outside, 'utf8')).toBe('{}\n')
  })
})

it.each([
  '{"hooks":null}',
  '{"hooks":[]}',
  '{"hooks":"x"}',
  '{"mcpServers":null}',
  '{"hooks":{"AfterAgent":{}}}',
])('says what to paste, and writes nothing, where settings hold %s', async (text) => {
  put('.gemini/settings.json', text)
  const { code } = await here.run(['setup', 'gemini', '--yes'])
  expect([code, read('.gemini/settings.json')]).toEqual([1, text])
})
