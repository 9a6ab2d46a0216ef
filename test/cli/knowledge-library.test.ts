import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { atTerminal } from './at-terminal.js'
import { useRecollectHere } from './recollect-here.js'

const program = useRecollectHere()
const top = mkdtempSync(join(tmpdir(), 'recollect-library-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let home = ''
let place = ''
let made = 0

beforeEach(() => {
  made += 1
  place = join(top, String(made))
  home = join(place, 'home')
  mkdirSync(join(place, 'handbook', 'people'), { recursive: true })
  write(
    'handbook/people/leave.md',
    '# Leave\n\nEveryone has 25 days of leave a year.\n\n## Sick leave\n\nCall before nine.\n',
  )
  write('handbook/travel.md', '# Travel\n\nTake the train where it takes less than five hours.\n')
})

const write = (path: string, content: string | Uint8Array) => writeFileSync(join(place, path), content)
const handbook = () => join(place, 'handbook')

/** As a person types it. */
const typed = (...words: string[]) => atTerminal(['--home', home, 'knowledge', ...words])
const answer = async (...words: string[]) => {
  const { code, out, notes } = await typed(...words, '--json')
  if (code !== 0) throw new Error(notes)
  return JSON.parse(out)
}

describe('recollect knowledge import', () => {
  it('takes a folder in, and says what waits and what comes next', async () => {
    write('handbook/logo.png', '')
    const { code, out, notes } = await typed('import', handbook())
    expect(code).toBe(0)
    expect(out).toContain('2  added')
    expect(out).toContain('1  left out: neither Markdown nor text')
    expect(out).toContain('handbook/people/leave.md')
    expect(notes).toContain('They wait for review: recollect knowledge list --status pending')
  })

  it('changes nothing where nothing changed, and makes a version of what did', async () => {
    await typed('import', handbook())
    expect(await answer('import', handbook())).toMatchObject({
      counts: { unchanged: 2, added: 0, changed: 0 },
    })
    write('handbook/travel.md', '# Travel\n\nTake the train.\n')
    const { out, notes } = await typed('import', join(handbook(), 'travel.md'))
    expect(out).toContain('1  got a new version')
    expect(notes).toContain('recollect knowledge publish handbook/travel.md')
  })

  it('goes on where a file cannot be taken, tells each with what to do, and ends with 1', async () => {
    write('handbook/bad.md', Uint8Array.from([0x23, 0xff]))
    write('handbook/paper.pdf', '%PDF-1.7\n')
    const missing = join(place, 'none.md')
    const { code, out } = await typed('import', handbook(), join(handbook(), 'paper.pdf'), missing)
    expect(code).toBe(1)
    expect(out).toContain('2  added')
    expect(out).toContain('3  were not taken')
    for (const said of [
      'handbook/bad.md: not UTF-8',
      'iconv',
      'paper.pdf: ',
      'pdftotext',
      'none.md: there is no such file',
    ])
      expect(out.replace(/\s+/g, ' ')).toContain(said)
    expect((await typed('import', missing)).code).toBe(1)
  })

  it.skipIf(process.getuid?.() === 0)(
    'tells of a file that may not be read, and takes the others',
    async () => {
      chmodSync(join(handbook(), 'travel.md'), 0)
      const { code, out } = await typed('import', handbook())
      expect(code).toBe(1)
      expect(out).toContain('1  added')
      expect(out).toContain('no permission')
    },
  )

  it('takes only what a glob means, and nothing in a dry run', async () => {
    expect(
      await answer('import', handbook(), '--glob', '*.{md,txt}', '--glob', '!people/**', '--dry-run'),
    ).toMatchObject({
      counts: { added: 1 },
      dryRun: true,
    })
    expect((await answer('list')).total).toBe(0)
  })

  it('says where there is nothing to take in', async () => {
    mkdirSync(join(place, 'empty'))
    const { code, notes } = await typed('import', join(place, 'empty'))
    expect(code).toBe(1)
    expect(notes).toContain('There is no Markdown and no text there')
  })

  it('reads the pipe, under a name or none', async () => {
    const env = { RECOLLECT_HOME: home }
    const named = await program.run(['knowledge', 'import', '-', '--source', 'notes.md'], {
      env,
      stdin: '# Notes\n',
    })
    expect(named).toMatchObject({ code: 0 })
    expect(named.notes).toContain('recollect knowledge publish notes.md')
    await program.run(['knowledge', 'import', '-', '--publish'], { env, stdin: '# Nameless\n\nbut found\n' })
    const { documents } = await answer('list')
    expect(documents).toMatchObject([
      { title: 'Notes', source: 'notes.md', status: 'pending' },
      { title: 'Nameless', source: null, status: 'ready' },
    ])
    expect((await typed('import', '-')).notes).toContain('nothing is piped in')
  })

  it('publishes at once where that is asked for, each by name, and nothing that waited before', async () => {
    await typed('import', join(handbook(), 'travel.md'))
    const { out, notes } = await typed('import', handbook(), '--publish')
    expect(out).toContain('1  published')
    expect(out).toMatch(/Leave handbook\/people\/leave\.md · published/)
    expect(notes).toContain(
      '1 document waited before, and still waits: recollect knowledge list --status pending',
    )
    expect((await answer('list', '--status', 'ready')).documents).toMatchObject([{ title: 'Leave' }])
    write('handbook/travel.md', '# Travel\n\nWalk.\n')
    expect(await answer('import', handbook(), '--publish')).toMatchObject({ published: [expect.anything()] })
    expect((await answer('list', '--status', 'ready')).total).toBe(2)
  })

  it('warns of front matter that does not end, and says nothing of it in a summary', async () => {
    write('handbook/open.md', '---\ntitle: Open\ndescription: never read\n\n# Doors\n\nDoors open at nine.\n')
    const { code, out } = await typed('import', join(handbook(), 'open.md'), '--publish')
    expect(code).toBe(0)
    expect(out.replace(/\s+/g, ' ')).toContain(
      'open.md, line 1: front matter not closed: no line --- ends it',
    )
    await typed('attach', '--all')
    expect((await typed('map')).out).toContain('Doors open at nine.')
    expect((await typed('map')).out).not.toContain('never read')
    expect((await typed('read', 'handbook/open.md')).notes).toContain('which section?')
  })

  it('reads a document of one section without its anchor', async () => {
    await typed('import', handbook(), '--publish')
    await typed('attach', '--all')
    expect((await typed('read', 'handbook/travel.md')).out).toContain('Take the train')
    expect((await typed('attach')).notes).toContain(
      'give DOCUMENT …, by id, source or title, or --all; not both',
    )
    expect((await typed('detach', 'Leave')).notes).toContain(
      'Documents to come are not added by themselves any more',
    )
    expect((await typed('import', handbook())).code).toBe(0)
    expect((await typed('delete', 'handbook/travel.md', '--yes')).out).toContain(
      'Deleted: Travel (handbook/travel.md): 1 version, 1 section in the latest',
    )
  })

  it('names a file of a repository alike, from wherever it is typed', async () => {
    mkdirSync(join(place, '.git'))
    await typed('import', join(handbook(), 'people'))
    await typed('import', handbook())
    const name = `${made}/handbook/people/leave.md`
    expect((await answer('list')).documents.map(({ source }: { source: string }) => source)).toContain(name)
    expect((await answer('list')).total).toBe(2)
    expect((await answer('show', join(handbook(), 'people', 'leave.md'))).document.source).toBe(name)
  })

  it.each([
    [['import'], 'needs a PATH'],
    [['import', 'a', 'b', '--source', 'x'], '--source names one thing'],
    [['import', 'a', '--max-mb', '0'], '--max-mb needs a number above 0'],
    [['import', 'a', '--publish', '--keep-published'], 'give --publish or --keep-published'],
    [['publish'], 'like: recollect knowledge publish handbook.md, or --all'],
    [['publish', 'a', '--all'], 'publish which documents?'],
    [['imprt', 'x'], 'did you mean: recollect knowledge import'],
    [['watch', '/nowhere/at/all'], 'there is no folder'],
  ])('%j says what to do', async (words, said) => {
    const { code, notes } = await typed(...words)
    expect(code).not.toBe(0)
    expect(notes).toContain(said)
  })
})

describe('reviewing documents', () => {
  it('shows what is new in a version, and publishes it', async () => {
    await typed('import', handbook())
    await typed('publish', '--all')
    write(
      'handbook/people/leave.md',
      '# Leave\n\nEveryone has 30 days of leave a year.\n\n## Parental leave\n\nSixteen weeks.\n',
    )
    await typed('import', handbook())
    const { out } = await typed('diff', 'handbook/people/leave.md')
    expect(out).toContain('sections 1 added, 1 changed, 1 removed')
    expect(out).toContain('-Everyone has 25 days of leave a year.')
    expect(out).toContain('+Everyone has 30 days of leave a year.')
    expect(out).toContain('removed Sick leave #sick-leave')
    const published = await typed('publish', 'handbook/people/leave.md')
    expect(published.out).toContain('version 2 answers')
    expect((await typed('show', 'Leave')).out).toMatch(
      /version 2 published +me\n[\s\S]+version 1 published +me/,
    )
  })

  it('takes numbers of the last list, a title, and several at once', async () => {
    await typed('import', handbook())
    const { out, notes } = await typed('list')
    expect(out).toMatch(/^1 {2}Leave\n {3}version 1 waits for review\n/)
    expect(notes).toContain(
      'To review: recollect knowledge show 1 --text, then knowledge publish 1, or reject 1',
    )
    expect((await typed('publish', '1', 'Travel')).out.match(/^Published: /gm)).toHaveLength(2)
    expect((await typed('reject', '1')).notes).toContain('recollect knowledge withdraw')
    expect((await typed('withdraw', '1', '2', '--note', 'old')).out.match(/^Withdrawn: /gm)).toHaveLength(2)
    expect((await typed('show', '1')).out).toContain('“old”')
  })

  it('publishes no rejected version unasked, and says which one was withdrawn', async () => {
    await typed('import', handbook(), '--publish')
    write('handbook/travel.md', '# Travel\n\nBy bike.\n')
    await typed('import', handbook(), '--keep-published')
    await typed('reject', 'Travel')
    const { code, notes } = await typed('publish', 'Travel')
    expect(code).toBe(1)
    expect(notes).toContain('version 2 was rejected')
    expect(notes).toContain('with --number 2 publishes it all the same, with --number 1 the one before')
    expect((await typed('withdraw', 'Travel')).out).toContain(
      'version 1 answers no more, version 2 was rejected',
    )
    expect((await typed('list')).out).toContain('version 1 answers no more, version 2 was rejected')
  })

  it('tells each that failed, and does the others', async () => {
    await typed('import', handbook())
    const { code, out, notes } = await typed('publish', 'Travel', 'Nothing')
    expect(code).toBe(1)
    expect(out).toContain('Published: Travel')
    expect(notes).toContain('Not Nothing: no document is called Nothing')
    expect((await typed('publish', 'Nothing')).notes).toContain(
      'recollect knowledge list shows what there is',
    )
  })

  it('shows a text as it is, and that of an older version', async () => {
    await typed('import', handbook())
    write('handbook/travel.md', '# Travel\n\nBy bike.\n')
    await typed('import', handbook())
    expect((await typed('show', 'Travel', '--text')).out).toContain('\n\nBy bike.\n')
    expect((await typed('show', 'Travel', '--text', '--number', '1')).out).toContain('Take the train')
    expect((await typed('diff', 'Leave')).notes).toContain('There is one version alone')
  })

  it('changes a text from a file, and by the pipe', async () => {
    await typed('import', handbook())
    write('new.md', '# Travel\n\nOn foot.\n')
    const { out, notes } = await typed('edit', 'Travel', join(place, 'new.md'))
    expect(out).toContain('Changed: Travel (handbook/travel.md): version 2 waits for review')
    expect(notes).toContain('recollect knowledge diff handbook/travel.md')
    const piped = await program.run(['knowledge', 'edit', 'Travel', '-'], {
      env: { RECOLLECT_HOME: home },
      stdin: '# Travel\n\nBy boat.\n',
    })
    expect(piped.out).toContain('version 3 waits for review')
    const none = await program.run(['knowledge', 'edit', 'Travel'], { env: { RECOLLECT_HOME: home } })
    expect(none).toMatchObject({ code: 2 })
    expect(none.notes).toContain('no one is here to edit')
  })

  it('deletes with a yes, and says that it does not come back', async () => {
    await typed('import', handbook())
    const at = (input: string) => atTerminal(['--home', home, 'knowledge', 'delete', 'Travel'], input)
    expect(await at('n\n')).toMatchObject({ code: 1, notes: expect.stringContaining('Kept.') })
    expect((await at('y\n')).out).toMatch(/physical {6}looked for/)
    const again = await typed('import', handbook())
    expect(again.out).toContain('had been deleted and stays so')
    expect(again.notes).toContain('--again takes it in all the same')
    expect((await typed('import', handbook(), '--again')).out).toContain('1  added')
  })

  it('looks after the documents of everyone with --system, and says so where it is missing', async () => {
    cpSync(handbook(), join(place, 'rules'), { recursive: true })
    await typed('import', join(place, 'rules'), '--system')
    expect((await answer('list')).total).toBe(0)
    await typed('publish', '--all', '--system')
    expect((await answer('list', '--user', 'bob')).documents).toMatchObject([
      { shelf: 'system' },
      { shelf: 'system' },
    ])
    expect((await typed('withdraw', 'Travel')).notes).toContain('the same command with --system')
    expect((await typed('withdraw', 'Travel', '--system')).out).toContain('was withdrawn')
  })
})

describe('reading documents', () => {
  it('goes from the map to the outline to a section', async () => {
    expect((await typed('map')).notes).toContain('recollect knowledge attach --all')
    await typed('import', handbook(), '--publish')
    expect((await typed('attach', 'Leave')).out).toContain('may ask 1 document:\n  Leave')
    expect((await typed('map')).out).toContain('handbook/people/leave.md · version 1 · 2 sections')
    const outline = await typed('outline', '1')
    expect(outline.out).toMatch(/ {2}Sick leave +#sick-leave +line 5/)
    expect(outline.notes).toContain('recollect knowledge read handbook/people/leave.md#leave')
    const section = await typed('read', 'handbook/people/leave.md#sick-leave')
    expect(section.out).toBe(
      'Leave › Sick leave\nhandbook/people/leave.md · version 1 · lines 5 to 7\n\n## Sick leave\n\nCall before nine.\n',
    )
    expect((await typed('read', 'Leave', 'sick-leave')).out).toBe(section.out)
    expect((await typed('read', 'Leave')).notes).toContain('which section?')
    expect((await typed('read', 'Travel#travel')).notes).toContain('recollect knowledge map lists')
  })

  it('finds sections, and answers with what they say and what none says', async () => {
    expect((await typed('ask', 'how many days of leave?')).notes).toContain(
      'recollect knowledge attach --all',
    )
    await typed('import', handbook(), '--publish')
    await typed('attach', '--all')
    const found = await typed('search', '"before nine"')
    expect(found.out).toMatch(
      /^1 {2}Leave › Sick leave\n {3}[\s\S]*Call before nine\.[\s\S]*leave\.md#sick-leave, line 7\n$/,
    )
    expect(found.notes).toContain('recollect knowledge read handbook/people/leave.md#sick-leave')
    const answered = await typed('ask', 'how', 'many', 'days of leave does everyone have?')
    expect(answered.out).toContain(
      '[1] Leave\n    Everyone has 25 days of leave a year.\n    handbook/people/leave.md#leave, version 1, line 3\n',
    )
    expect((await typed('ask', 'who feeds the zebra?')).out).toContain('Not covered\n')
    const only = await typed('ask', 'days of leave', '--document', 'Travel')
    expect(only.out).not.toContain('25 days')
    expect((await answer('search', 'leave', '--limit', '1')).hits).toHaveLength(1)
  })

  it('says of a task whose documents wait that they do', async () => {
    await typed('import', handbook(), '--publish')
    await typed('attach', 'Travel')
    write('handbook/travel.md', '# Travel\n\nTrains and bikes.\n')
    await typed('import', handbook())
    for (const words of [['ask', 'which bikes?'], ['map']]) {
      const { notes } = await typed(...words)
      expect(notes).toContain(
        '1 attached document waits for review: recollect knowledge list --status pending',
      )
      expect(notes).not.toContain('attach --all')
    }
    expect(await answer('ask', 'bikes')).toMatchObject({ reason: 'no_documents', waiting: 1 })
  })

  it('keeps the documents of tasks apart', async () => {
    await typed('import', handbook(), '--publish')
    await typed('attach', 'Leave', '--task', 'hr')
    expect((await typed('map')).notes).toContain('may ask no document')
    expect((await typed('map', '--task', 'hr')).out).toContain('Leave')
    expect((await typed('detach', 'Leave', '--task', 'hr')).notes).toContain('attach --all --task hr')
  })
})
