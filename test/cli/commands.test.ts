import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment, program, sample, useRecollect } from './recollect.js'
import { useRecollectHere } from './recollect-here.js'

const { run, json, home } = useRecollectHere()
/** For what only a process of its own can show. */
const built = useRecollect()

describe('remembering and finding', () => {
  it('keeps a note and finds it with its reasons', async () => {
    const kept = await run(['capture', 'The', 'bicycle', 'stands', 'behind', 'the', 'shed'])
    expect(kept).toMatchObject({ code: 0, notes: '' })
    expect(kept.out).toMatch(/^Remembered [0-9a-f-]{36}\n$/)
    const found = await run(['search', 'where is my bicycle?'])
    expect(found.code).toBe(0)
    expect(found.out).toContain('The bicycle stands behind the shed')
    expect(found.out).toMatch(/words .*bicycle/)
    expect(found.out).toContain('today, ')
  })

  it('knows the same note again', async () => {
    await run(['capture', 'said twice'])
    expect((await run(['capture', 'said twice'])).out).toMatch(/^Known already [0-9a-f-]{36}\n$/)
    expect((await run(['capture', 'said twice', '--tags', 'echo'])).out).toContain('has these tags now')
    expect((await run(['thoughts', '--tags', 'echo'])).out).toContain('said twice')
  })

  it('reads a note from a pipe, with or without a dash, without the newline at its end', async () => {
    const { id } = await built.json(['capture'], { stdin: 'from a pipe\n' })
    expect(await built.json(['capture', '-'], { stdin: 'from a pipe' })).toMatchObject({
      id,
      outcome: 'repeated',
    })
    expect((await built.json(['get', id])).text).toBe('from a pipe')
  })

  it('reads a question from a pipe', async () => {
    expect((await run(['search', '-'], { stdin: 'where is the bicycle?\n' })).out).toContain(
      'behind the shed',
    )
  })

  it('shows one item under both names of the command', async () => {
    const { id } = await json(['capture', 'shown by name'])
    const shown = await run(['show', id])
    expect(shown.out).toContain('shown by name')
    expect(shown.out).toContain('stated by you')
    expect((await run(['get', id.toUpperCase()])).out).toBe(shown.out)
  })

  it('says so when nothing is found, and what to try', async () => {
    const nothing = await run(['search', 'zebra -stripes'])
    expect(nothing).toMatchObject({ code: 0, out: '' })
    expect(nothing.notes).toContain('Nothing found.')
    expect(nothing.notes).toContain('-words')
    const empty = await run(['search', 'anything', '--user', 'nobody yet'])
    expect(empty.notes).toContain('This memory is empty')
  })

  it('says nothing beside the result when it is to be quiet', async () => {
    expect(await run(['search', 'zebra', '-q'])).toEqual({ code: 0, out: '', notes: '' })
  })

  it('keeps the memories of two users apart', async () => {
    await run(['capture', 'only for ann: marzipan', '--user', 'ann'])
    expect((await run(['search', 'marzipan', '--user', 'ann'])).out).toContain('marzipan')
    expect((await run(['search', 'marzipan', '--user', 'Ann'])).out).toBe('')
    expect((await run(['search', 'marzipan'])).out).toBe('')
  })

  it('tells times by the clock that was asked for', async () => {
    const { id } = await json(['capture', 'a moment', '--occurred-at', '2023-05-03T12:56:00Z'])
    expect((await run(['get', id])).out).toContain('3 May 2023, 13:56')
    expect((await run(['get', id, '--zone', 'Asia/Tokyo'])).out).toContain('3 May 2023, 21:56')
  })

  it('shows control characters of a memory instead of obeying them', async () => {
    await run(['capture'], { stdin: 'hostile \u001b]0;title\u0007 \u001b[2J zither' })
    const { out } = await run(['search', 'zither'])
    expect(out).toContain('hostile ␛]0;title␇')
    expect(out).not.toContain('\u001b')
  })

  it('colours what matched where colours are asked for, and never against NO_COLOR', async () => {
    const argv = ['search', 'bicycle']
    expect((await run(argv, { env: { FORCE_COLOR: '1' } })).out).toContain('\u001b[33mbicycle\u001b[39m')
    expect((await run(argv, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out).not.toContain('\u001b')
  })
})

describe('importing', () => {
  const imports = (argv: readonly string[], user: string, stdin = '') =>
    run(['import', ...argv, '--user', user], { stdin })

  it('reports what it did, and does nothing the second time', async () => {
    const first = await imports([sample], 'importer')
    expect(first).toMatchObject({ code: 0, notes: '' })
    expect(first.out).toMatch(
      /^80 messages in 7 sessions, 3 February 2026 to 12 September 2026\n +80 {2}added\n$/,
    )
    expect((await imports([sample], 'importer')).out).toMatch(/80 {2}were there already/)
  })

  it('reads a pipe, names the session by the file, and skips bad lines with their reason', async () => {
    const lines = '{"role":"user","content":"a plum tree"}\nnot json\n{"role":"user"}\n'
    const file = join(home, 'garden.v2.jsonl')
    writeFileSync(file, lines)
    const { code, out } = await imports([file], 'gardener')
    expect(code).toBe(0)
    expect(out).toContain('2  skipped')
    expect(out).toMatch(/line 2: not JSON/)
    const { hits } = await json(['search', 'plum', '--user', 'gardener'])
    expect(hits[0].turn.session).toBe('garden.v2')
    expect((await run(['search', 'plum', '--user', 'gardener'])).out).toMatch(
      /^1 {2}undated · user · garden\.v2\n/,
    )
    const piped = await imports(['-', '--session', 'piped', '--json'], 'gardener', lines)
    expect(JSON.parse(piped.out)).toMatchObject({ messages: 1, added: 1, skipped: 2 })
  })

  it('lets a person see the best hits first, and says how to see the rest', async () => {
    const few = await run(['search', 'Harbour', '--user', 'importer'])
    expect(few.out).toMatch(/^8 {2}/m)
    expect(few.out).not.toMatch(/^ ?9 {2}/m)
    expect(few.notes).toMatch(/\d+ weaker hits more: --limit \d+/)
    const all = await run(['search', 'Harbour', '--user', 'importer', '--limit', '12'])
    expect(all.out).toMatch(/^12 {2}/m)
    expect(all.notes).toBe('')
  })

  it('writes nothing in a dry run', async () => {
    const { out, notes } = await imports([sample, '--dry-run'], 'dry')
    expect(out).toContain('80  would be added')
    expect(notes).toContain('nothing was written')
    expect(await json(['stats', '--user', 'dry'])).toMatchObject({ items: 0 })
  })

  it('says what is wrong with a file that is missing, or not a conversation', async () => {
    expect(await imports(['/no/such/file.jsonl'], 'x')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('cannot open /no/such/file.jsonl: there is no such file'),
    })
    const prose = await imports(['-'], 'x', 'Dear diary,\n')
    expect(prose).toMatchObject({ code: 2, notes: expect.stringContaining('text that begins "Dear diary,"') })
  })

  it('stops on Ctrl-C, says what was kept, and goes on from there', async () => {
    const child = spawn(process.execPath, [program, 'import', '-', '--user', 'stopped'], {
      env: environment(home),
    })
    const notes: Buffer[] = []
    child.stderr.on('data', (chunk) => notes.push(chunk))
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    const line = (n: number) => `${JSON.stringify({ role: 'user', content: `message number ${n}` })}\n`
    // A full chunk and a piece of a second; the pipe stays open, as a slow program would leave it.
    child.stdin.write(Array.from({ length: 600 }, (_, n) => line(n)).join(''))
    await untilItems('stopped', 512)
    child.kill('SIGINT')
    expect(await ended).toBe(1)
    expect(Buffer.concat(notes).toString()).toContain('Stopped. 512 messages read so far and kept')
    expect(await json(['stats', '--user', 'stopped'])).toMatchObject({ items: 512 })
    expect((await json(['doctor', '--user', 'stopped'])).isHealthy).toBe(true)
  })

  async function untilItems(user: string, items: number): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const { items: present } = await json(['stats', '--user', user])
      if (present >= items) return
    }
    throw new Error(`${user} never had ${items} items`)
  }
})

describe('forgetting', () => {
  it('shows what would go, and needs a yes where no one can be asked', async () => {
    const { id } = await json(['capture', 'the code of the safe is 9081'])
    const refused = await run(['forget', id])
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.notes).toContain(`recollect forget ${id} --yes`)
    const preview = await run(['forget', id, '--preview'])
    expect(preview.out).toContain('This will be forgotten for good:')
    expect(preview.out).toContain('9081')
    expect((await run(['search', 'code of the safe'])).out).toContain('9081')
  })

  it('forgets with a physical receipt, for good', async () => {
    const { id } = await json(['capture', 'the code of the vault is 7730'])
    const { code, out } = await run(['forget', id, '--yes'])
    expect(code).toBe(0)
    expect(out).toContain(`Forgotten: ${id}`)
    expect(out).toMatch(/physical {6}looked for in [\d.]+ \w+ on disk and not found/)
    expect(await run(['get', id])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('no item has the id'),
    })
    expect(await run(['capture', 'the code of the vault is 7730'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('stays forgotten'),
    })
    expect((await run(['capture', 'the code of the vault is 7730', '--again'])).code).toBe(0)
  })
})

describe('answers for programs', () => {
  it('are JSON on every command that reads', async () => {
    const { id } = await json(['capture', 'for programs'])
    expect(await json(['search', 'programs'])).toMatchObject({ hits: [{ id }], clipped: false })
    expect(await json(['trace', id])).toMatchObject({ item: { id }, sources: [], derived: [] })
    expect(await json(['audit-log', '--limit', '1'])).toMatchObject({ rows: [expect.anything()] })
    expect(await json(['reindex', '--all'])).toMatchObject({ changed: 0 })
    expect(await json(['doctor'])).toMatchObject({ isHealthy: true })
    expect(await json(['forget', id, '--preview'])).toMatchObject({ preview: true, items: [{ id }] })
    expect(await json(['forget', id, '--yes'])).toMatchObject({
      preview: false,
      ids: [id],
      state: 'physical',
    })
  })

  it('leave standard output empty when something is wrong, and say what as JSON', async () => {
    const { code, out, notes } = await run(['get', '019a0000-0000-7000-8000-000000000000', '--json'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(JSON.parse(notes)).toMatchObject({ error: { code: 'not_found', hint: expect.any(String) } })
    expect(JSON.parse((await run(['search', '--json'])).notes)).toMatchObject({ error: { code: 'usage' } })
  })
})

describe('what cannot be understood', () => {
  it('ends with 2, a hint, and nothing on standard output', async () => {
    const { code, out, notes } = await run(['serach', 'x'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(notes).toContain('did you mean: recollect search')
  })

  it('a store that cannot be there ends with 1 and a hint', async () => {
    const file = join(home, 'a-file')
    writeFileSync(file, '')
    const { code, notes } = await run(['stats', '--home', join(file, 'below')])
    expect(code).toBe(1)
    expect(notes).toContain('check that the folder exists')
    expect(notes).not.toMatch(/\n\s+at /)
  })
})

describe('hostile input', () => {
  it.each([
    ['operators of every engine', `"a" OR NEAR(b, c)* {col}: -"x ^y$ ' ; drop table item --`],
    ['half an emoji', 'half \ud83d emoji'],
    ['a control character', 'bell \u0007 and escape \u001b[31m'],
    ['only dashes', '-----'],
  ])('%s is a question', async (_, text) => {
    expect(await run(['search', '--', text])).toMatchObject({ code: 0 })
  })

  it('a NUL in a piped note and question is taken', async () => {
    expect(await run(['capture'], { stdin: 'nul \0 inside' })).toMatchObject({ code: 0 })
    expect(await run(['search', '-'], { stdin: 'nul \0 inside' })).toMatchObject({ code: 0 })
  })

  it('a question of 100 KB is asked, and says that it was clipped', async () => {
    const { code, notes } = await run(['search', 'bicycle '.repeat(12_500)])
    expect(code).toBe(0)
    expect(notes).toContain('The question was too long')
  })

  it('flags behind -- are text', async () => {
    const { id } = JSON.parse((await run(['capture', '--json', '--', '--help', '--yes'])).out)
    expect((await json(['get', id])).text).toBe('--help --yes')
  })

  it('bytes that are not text are refused', async () => {
    const { code, notes } = await run(['capture'], { stdin: Uint8Array.of(0xff, 0xfe, 0x00) })
    expect(code).toBe(2)
    expect(notes).toContain('not UTF-8')
  })

  it('a note past its limit is refused, not cut', async () => {
    expect(await run(['capture'], { stdin: 'x'.repeat(1_000_001) })).toMatchObject({ code: 1 })
    expect(await run(['capture'], { stdin: 'x'.repeat(5_000_000) })).toMatchObject({ code: 1 })
  })

  it('a user that looks like a path stays inside the home', async () => {
    expect(await run(['capture', 'inside', '--user', '../../../escape'])).toMatchObject({ code: 0 })
    expect(existsSync(join(home, '..', 'escape'))).toBe(false)
  })
})

describe('the process', () => {
  it('writes nowhere but into its home', () => {
    const known = ['a-file', 'garden.v2.jsonl', 'last-list.json']
    const stray = readdirSync(home).filter(
      (name) => !name.startsWith('recollect.db') && !known.includes(name),
    )
    expect(stray).toEqual([])
  })

  it('ends quietly when its reader goes away', async () => {
    const child = spawn(process.execPath, [program, 'audit-log', '--limit', '1000', '--json'], {
      env: environment(home),
    })
    const notes: Buffer[] = []
    child.stderr.on('data', (chunk) => notes.push(chunk))
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    expect(code).toBe(0)
    expect(Buffer.concat(notes).toString()).toBe('')
  })

  it('works with standard input closed', async () => {
    const child = spawn(process.execPath, [program, 'stats', '--json'], {
      env: environment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const out: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    expect(code).toBe(0)
    expect(JSON.parse(Buffer.concat(out).toString())).toHaveProperty('items')
  })

  it('can still be run by its name when it was built again behind `npm link` or `npx`', () => {
    expect(() => accessSync(program, constants.X_OK)).not.toThrow()
  })

  it('says its version without opening anything', async () => {
    const elsewhere = join(home, 'never-made')
    const { code, out } = await built.run(['--version'], { env: { RECOLLECT_HOME: elsewhere } })
    expect(code).toBe(0)
    expect(out).toMatch(/^\d+\.\d+\.\d+/)
    expect((await built.run(['search', '--help'], { env: { RECOLLECT_HOME: elsewhere } })).code).toBe(0)
    expect(existsSync(elsewhere)).toBe(false)
  })
})
