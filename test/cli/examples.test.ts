import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../../src/cli/command.js'
import { commands } from '../../src/cli/commands.js'
import { spelled } from '../../src/cli/two-words.js'
import { atTerminal } from './at-terminal.js'
import { type Ran, type Recollect, sample, useRecollect } from './recollect.js'
import { useRecollectHere } from './recollect-here.js'

const built = useRecollect()
const here = useRecollectHere()
const all = commands()
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'cli.md'), 'utf8')

/** A folder like that of someone who has used the program for a while. */
const prepared = join(here.home, 'prepared')
const place = mkdtempSync(join(tmpdir(), 'recollect-examples-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

beforeAll(async () => {
  mkdirSync(prepared)
  const inPrepared = async (line: string) => {
    const { code, notes } = await runIn(prepared, line, here)
    if (code !== 0) throw new Error(`${line}: ${notes}`)
  }
  cpSync(sample, join(prepared, 'chat.jsonl'))
  await inPrepared('recollect import chat.jsonl')
  await inPrepared('recollect capture "Mia moved to Lisbon in March" --tags mia,travel')
  for (const note of [
    'I live in Lisbon',
    'I moved to Porto',
    'Sam Lee reports to Ana Diaz',
    'SL is a designer',
  ])
    await inPrepared(`recollect capture "${note}"`)
  writeFileSync(join(prepared, 'heard.jsonl'), JSON.stringify({ role: 'user', content: 'My name is Kim' }))
  await inPrepared('recollect import heard.jsonl --extract')
  writeFileSync(join(prepared, 'memory.json'), '[{ "memory": "Prefers tea", "created_at": "2026-03-01" }]')
  mkdirSync(join(prepared, 'handbook'))
  writeFileSync(join(prepared, 'handbook', 'leave.md'), '# Leave\n\n25 days a year.\n')
  writeFileSync(join(prepared, 'handbook.md'), '# Handbook\n\n## Vacation\n\n25 days of vacation a year.\n')
  writeFileSync(join(prepared, 'new.md'), '# Handbook\n\n## Vacation\n\n30 days of vacation a year.\n')
  await inPrepared('recollect knowledge import handbook.md --publish')
  await inPrepared('recollect knowledge attach handbook.md')
  for (const note of ['Database: PostgreSQL', 'Database: SQLite'])
    await inPrepared(`recollect workspace note "${note}" --type decision --workspace acme/web`)
  await inPrepared('recollect workspace gate on --workspace acme/web')
  await inPrepared('recollect capture "We deploy on Fridays" --workspace acme/web')
  await inPrepared('recollect transcript append --session support-4711 "Please look at order 4711"')
  await inPrepared('recollect transcript export support-4711 --out support.jsonl')
  await inPrepared('recollect transcript append --session chat "Which editor do I use?"')
  await inPrepared('recollect prompt --session chat --record')
  await inPrepared('recollect artifact keep "all 214 tests passed" --tool bash')
  await inPrepared('recollect key create phone')
  await inPrepared('recollect backup ~/memory.backup')
  await inPrepared('recollect export memory.jsonl')
  await inPrepared('recollect search "Mia Lisbon"')
}, 120_000)

describe('every command', () => {
  it.each(all.map((command) => [command.name, command] as const))('%s is documented', (name, command) => {
    const { title, description, example, main, fields } = command
    expect(title).toMatch(/^[A-Z][^\n]{3,58}[^.\n]$/)
    expect(description).toMatch(/^[A-Z][^\n]{20,}[.)]$|\S$/)
    expect(description.length).toBeGreaterThan(40)
    expect(example).toMatch(new RegExp(`^recollect ${spelled(name)}(?: [^\\n|]+)?$`))
    expect(main?.description ?? 'said').not.toBe('')
    for (const { flag, description: about } of fields) expect(about, `--${flag}`).not.toBe('')
    const isRendered = page.includes(`### ${spelled(name)}
`)
    expect(isRendered, 'npx vitest run test/cli/documentation.test.ts -u renders docs/cli.md').toBe(true)
  })

  // They stay until Ctrl-C: test/cli/knowledge-watch.test.ts, test/cli/start.test.ts.
  const staying = ['knowledge-watch', 'serve', 'start', 'open']
  // They need a server: test/store/postgres-roles.test.ts, test/work/work-command.test.ts.
  const elsewhere = ['prepare', 'work']
  const ending = all.filter(({ name }) => ![...staying, ...elsewhere].includes(name))
  it.each(ending.map((command) => [command.name, command] as const))(
    '%s has an example that runs',
    async (name, command) => {
      const cwd = join(place, name)
      cpSync(prepared, cwd, { recursive: true })
      for (const file of MADE.get(name) ?? []) rmSync(join(cwd, file))
      for (const line of [LISTED.get(name) ?? []].flat())
        expect(await runIn(cwd, line, here)).toMatchObject({ code: 0 })
      const { code, notes } = await runExample(command, cwd)
      const failure = code === 0 ? '' : notes
      // Tests run without an embedder, and the one command that is nothing without says what to do.
      if (name === 'embed') expect(failure).toMatch(/there is no embedder[\s\S]+docs\/embedders\.md/)
      else if (name === 'chat') expect(failure).toMatch(/no chat model is configured[\s\S]+docs\/models\.md/)
      else expect({ code, failure }).toEqual({ code: 0, failure: '' })
    },
    60_000,
  )
})

it('the built program has every command', async () => {
  const { commands } = await built.json(['help'])
  expect(commands.map(({ name }: Command) => name)).toEqual(all.map(({ name }) => name))
})

describe('the first ten minutes of docs/cli.md', () => {
  const [, block = ''] = /```\n(recollect init[\s\S]*?)```/.exec(page) ?? []
  const lines = block.split('\n').flatMap((line) => /^(recollect .+?)(?: {2,}.*)?$/.exec(line)?.[1] ?? [])

  it('run one after the other, as they stand', async () => {
    const cwd = join(place, 'ten minutes')
    mkdirSync(cwd)
    cpSync(sample, join(cwd, 'chat.jsonl'))
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) {
      const asks = line.startsWith('recollect forget')
      const ran = asks
        ? await atTerminal(['--home', join(cwd, 'store'), ...argvOf(line, cwd)], 'y\n')
        : await runIn(cwd, line, built)
      expect({ line, code: ran.code }).toEqual({ line, code: 0 })
      if (line.startsWith('recollect show')) expect(ran.out).toContain('The lease ends on 31 May')
      if (asks) expect(ran.out).toMatch(/physical {6}looked for/)
    }
  })
})

/** What shows the list that an example's number is of, or makes what it undoes. */
const LISTED: ReadonlyMap<string, string | readonly string[]> = new Map<string, string | readonly string[]>([
  ...['pin', 'unpin', 'retract'].map((name) => [name, 'recollect facts'] as const),
  ['correct', 'recollect facts user.location'],
  ['restore-fact', 'recollect facts user.location'],
  ['resolve-conflict', 'recollect conflicts'],
  ['reopen-conflict', ['recollect conflicts', 'recollect resolve-conflict 1 --keep new']],
  ['history', 'recollect facts user.location'],
  ...['record', 'record-update', 'record-delete', 'recall'].map(
    (name) => [name, 'recollect record-save "Weekly report" --type feedback --description Short'] as const,
  ),
  ['knowledge-reject', 'recollect knowledge edit handbook.md new.md'],
  ['workspace-approve', 'recollect workspace proposals --workspace acme/web'],
  ['workspace-decline', 'recollect workspace proposals --workspace acme/web'],
  ['workspace-resolve', 'recollect workspace conflicts --workspace acme/web'],
  ...['task-update', 'task-close', 'task-show'].map(
    (name) => [name, 'recollect task open "Move the blog" --goal "It runs on the new server"'] as const,
  ),
  ...['artifact-read', 'artifact-grep'].map((name) => [name, 'recollect artifact list'] as const),
  ['split-entity', 'recollect merge-entities --keep "Sam Lee" --merge SL'],
])

/** What an example writes, and what must not be there yet. */
const MADE: ReadonlyMap<string, readonly string[]> = new Map([
  ['backup', ['memory.backup']],
  ['export', ['memory.jsonl']],
  ['transcript-export', ['support.jsonl']],
])

/** As a person would: with a terminal and a yes where the command asks, else as it stands. */
function runExample({ example, fields }: Command, cwd: string): Promise<Ran> {
  if (!fields.some(({ flag }) => flag === 'yes')) return runIn(cwd, example, here)
  return atTerminal(['--home', join(cwd, 'store'), ...argvOf(example, cwd)], 'y\n')
}

function runIn(cwd: string, line: string, { run }: Recollect): Promise<Ran> {
  return run(argvOf(line, cwd), { cwd, env: { RECOLLECT_HOME: join(cwd, 'store') } })
}

/** The words of a line as a shell parts them; examples need no more of a shell than quotes and `~`. */
function argvOf(line: string, person: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)]
  const bare = (word: string) => word.replace(/^~(?=\/)/, person)
  return words.map(([, double, single, word]) => double ?? single ?? bare(word ?? '')).slice(1)
}
