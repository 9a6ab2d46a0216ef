import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useRecollect } from './cli/recollect.js'

const root = join(import.meta.dirname, '..')
const { home } = useRecollect()

describe('examples/quick-start.mjs', () => {
  const file = join(root, 'examples', 'quick-start.mjs')

  it('runs, finds what it kept, and proves that it is forgotten', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused') },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^Mia moved to Lisbon in March .*mia.*\nphysical\n$/)
  })

  it('has the lines of the README', () => {
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
    const example = readFileSync(file, 'utf8')
    const missing = code
      .split('\n')
      .filter((line) => !line.includes('openMemory({') && !example.includes(line))
    expect(code).toContain('memory.search')
    expect(missing).toEqual([])
  })
})

describe('examples/records.mjs', () => {
  const file = join(root, 'examples', 'records.mjs')

  it('runs, recalls what it kept, and keeps what was said', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused'), RECOLLECT_RECORDS: '' },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/'auto'[\s\S]*Weekly report', 'manual'/)
    expect(stdout).toMatch(/^Short, numbers first <recollect-memory .*1 memory record was recalled/m)
    expect(stdout).toMatch(/^weekly-report\.md lies in /m)
  })

  it('has the lines of the README', () => {
    const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)]
    const code = blocks.map(([, block = '']) => block).find((block) => block.includes('recordSave')) ?? ''
    const example = readFileSync(file, 'utf8')
    expect(code.split('\n').filter((line) => !example.includes(line))).toEqual([])
    expect(code).toContain('memory.recordRecall')
  })
})

describe('examples/mcp-client.mjs', () => {
  it('runs, and finds over MCP what it kept', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'examples', 'mcp-client.mjs')],
      {
        encoding: 'utf8',
        env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused') },
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(
      /^memory_capture .*\n(?:.*\n)+> Mia moved to Lisbon in March\n(?:.*\n)*observed\n$/,
    )
    expect(stdout).not.toContain('memory_forget')
  })
})

describe('examples/own-model.mjs', () => {
  it('runs, lets the model choose, and counts its call', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'examples', 'own-model.mjs')],
      {
        encoding: 'utf8',
        env: {
          ...process.env,
          TMPDIR: home,
          RECOLLECT_HOME: join(home, 'unused'),
          RECOLLECT_EMBEDDER: 'off',
        },
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toBe('model Weekly report\nmy-rule 1 call\n')
  })
})

describe('examples/move-to-another-machine.mjs', () => {
  it('runs, and keeps on the new machine what was known and what was forgotten', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'examples', 'move-to-another-machine.mjs')],
      {
        encoding: 'utf8',
        env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused') },
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toBe("2 items exported, 2 taken in\nMia moved to Lisbon in March [ 'mia' ]\nconflict\n")
  })
})

describe('examples/import-conversations.mjs', () => {
  it('runs, brings three products in, and finds something of each', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'examples', 'import-conversations.mjs')],
      {
        encoding: 'utf8',
        env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused') },
      },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      'conversations.json: chatgpt, 2 added',
      'session.jsonl: claude-code, 1 added',
      'sailing.txt: chat-text, 2 added',
      'again: 0 added, 1 there already',
      'A cake without hazelnuts, please. (Birthday cake, stated)',
      'Never use fixed offsets in this project. (harbour s-1, stated)',
      'I bring the thermos. (sailing, stated)',
      '',
    ])
  })
})

describe('examples/agent.mjs', () => {
  it('runs without a model of your own, remembers over sessions, and records what was done', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'examples', 'agent.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused') },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('Where do I live now?\n        You said: I moved to Lisbon in March.')
    expect(stdout).toContain(
      'user message · memory recall · memory_search · memory_search · assistant message',
    )
  })
})

describe('examples/chapters', () => {
  it('run, one for each layer, and show what they say', () => {
    const folder = join(root, 'examples', 'chapters')
    const chapters = readdirSync(folder).filter((name) => /^\d/.test(name))
    // One process for all: most of what each takes is the start of Node.
    const all = chapters.map((name) => `console.log('# ${name}'); await import('./${name}')`).join('\n')
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', all], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: home, RECOLLECT_HOME: join(home, 'unused') },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const told = new Map(
      stdout.split(/^# (?=\d)/m).map((part) => [part.substring(2, part.indexOf('.')), part]),
    )
    expect([...told.keys()].filter((name) => name !== '')).toEqual([
      'transcript',
      'workspace',
      'user',
      'remote',
      'artifacts',
      'compaction',
      'assembly',
    ])
    expect(told.get('transcript')).toMatch(/masked: 1\nagain: repeated\n[\s\S]*not memory: true\nsound: true/)
    expect(told.get('workspace')).toMatch(
      /waits for a person: .*SQLite.*PostgreSQL[\s\S]*## Decisions\n\n- Order ledger: SQLite/,
    )
    expect(told.get('user')).toMatch(
      /active · I moved to Lisbon\nsuperseded · I live in Porto[\s\S]*kind="core/,
    )
    expect(told.get('remote')).toMatch(
      /office: .*ferry \(untrusted[\s\S]*kept: true\nwhen it is down: 0 snippets/,
    )
    expect(told.get('artifacts')).toMatch(/4211 test 4211 FAILED: timeout[\s\S]*again: repeated true/)
    expect(told.get('compaction')).toMatch(/compacted: 122 events[\s\S]*the same evidence: true/)
    expect(told.get('assembly')).toMatch(
      /placed recall · The pumps in dock 4[\s\S]*today it would also say: recall/,
    )
  })
})
