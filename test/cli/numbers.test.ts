import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useRecollectHere } from './recollect-here.js'

const { run, json, home } = useRecollectHere()
const listFile = join(home, 'last-list.json')

/** A user with two notes, the first of which is found first. */
async function withNotes(user: string): Promise<{ as: readonly string[]; ids: readonly string[] }> {
  const as = ['--user', user]
  const first = await json(['capture', 'plum plum plum', ...as])
  const second = await json(['capture', 'a plum and a great many other kinds of fruit in the basket', ...as])
  return { as, ids: [first.id, second.id] }
}

describe('numbers of the last list', () => {
  it('stand for its items in show, trace and forget, and are explained once', async () => {
    const { as, ids } = await withNotes('ann')
    const first = await run(['search', 'plum', ...as])
    expect(first.out).toMatch(/^1 {2}.*\n {3}plum plum plum\n[\s\S]*^2 {2}/m)
    expect(first.out).not.toContain(ids[0])
    expect(first.notes).toContain('recollect show 1 opens the first')
    expect((await run(['search', 'plum', ...as])).notes).toBe('')

    const shown = await run(['show', '1', ...as])
    expect(shown.out).toContain(ids[0])
    expect((await run(['trace', '#2', ...as])).out).toContain(ids[1])
    const preview = await run(['forget', '2', '--preview', ...as])
    expect(preview.out).toContain('great many other kinds')
  })

  it('are each user’s own', async () => {
    const { as } = await withNotes('bea')
    await run(['search', 'plum', ...as])
    expect(await run(['show', '1', '--user', 'cid'])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('there is none yet'),
    })
  })

  it('are kept without a word of what was said or asked, for their owner alone', async () => {
    const { as, ids } = await withNotes('dan')
    await run(['search', 'plum basket', ...as])
    const kept = readFileSync(listFile, 'utf8')
    expect(kept).toContain(ids[0])
    expect(kept).not.toMatch(/plum|basket/)
    expect(statSync(listFile).mode & 0o777).toBe(0o600)
  })

  it('are explained when they stand for nothing', async () => {
    const { as, ids } = await withNotes('eve')
    await run(['search', 'plum', ...as])
    expect(await run(['show', '3', ...as])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('there is no number 3: the last list has 1 to 2'),
    })
    expect((await run(['show', '0', ...as])).notes).toContain('there is no number 0')
    await run(['forget', String(ids[0]), '--yes', ...as])
    const stale = await run(['show', '1', ...as])
    expect(stale.code).toBe(1)
    expect(stale.notes).toMatch(/what had this number in the list of today, .* is no longer there/)
    expect(stale.notes).toContain('search again')
    // A search that finds nothing leaves the numbers that are on the screen.
    await run(['search', 'zebra', ...as])
    expect((await run(['show', '2', ...as])).code).toBe(0)
  })

  it('are told to be no conflict, where the last list is of something else', async () => {
    const { as } = await withNotes('eva')
    await run(['search', 'plum', ...as])
    const refused = await run(['resolve-conflict', '2', '--keep', 'new', ...as])
    expect(refused).toMatchObject({
      code: 1,
      notes: expect.stringContaining('number 2 of the last list is no'),
    })
    expect(refused.notes).toContain('recollect conflicts')
    expect(refused.notes).not.toContain('forgotten')
  })

  it('are told to be of something else, or of another memory, and not to be forgotten', async () => {
    const { as } = await withNotes('evo')
    const said = async (...argv: string[]) => (await run([...argv, ...as])).notes
    await said('task', 'open', 'move', '--goal', 'Move the plums')
    await said('search', 'plum')
    expect(await said('task', 'show', '1')).toContain('number 1 of the last list is no task')
    await said('task', 'list')
    expect(await said('artifact', 'read', '1')).toContain(
      'number 1 of the last list is a task, and no artifact\n  run: recollect artifact list',
    )
    await said('workspace', 'note', 'We dry plums', '--type', 'convention', '--workspace', 'acme/web')
    await said('workspace', 'notes', '--workspace', 'acme/web')
    expect(await said('show', '1')).toMatch(/that was of acme\/web\n {2}add --workspace acme\/web/)
    expect(await said('show', '1', '--workspace', 'acme/web')).toBe('')
    await said('search', 'plum')
    expect(await said('show', '1', '--workspace', 'acme/web')).toContain('that was of your own memory')
    expect(await said('task', 'show', '1', '--workspace', 'acme/web')).toContain('is no task')
  })

  it('have errors beside them that speak of commands and flags', async () => {
    const said = async (line: string, stdin = '') => {
      const { out, notes } = await run(line.split(' '), { stdin })
      return out + notes
    }
    await said('transcript append hello --session planning')
    expect(await said('transcript read plannin')).toContain(
      'no session is called plannin\n  did you mean planning? recollect transcript sessions lists them',
    )
    expect(await said('task show nothing')).toContain('recollect task list lists them')
    expect(await said('artifact prune')).toContain('give --older-than-days, --max-total-mb, or both')
    expect(await said('artifact prune --max-total-mb 1')).not.toContain('nothing says')
    const kept = await said('artifact keep', 'a line of output\n'.repeat(900))
    expect(kept).toMatch(
      /^Read on: recollect artifact read \S+ --from \d+\nSearch in it: recollect artifact grep/m,
    )
  })

  it('go behind --id where something else comes first, as the error says', async () => {
    const { as } = await withNotes('evi')
    await run(['instruct', 'add', '--text', 'Always reply in French', ...as])
    await run(['instructions', ...as])
    expect(await run(['instruct', 'disable', '1', ...as])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('recollect instruct disable --id 1'),
    })
    expect((await run(['instructions', 'disable', '1', ...as])).notes).toContain('instruct disable --id 1')
    expect((await run(['instruct', 'add', 'Reply', 'in French', ...as])).notes).toContain(
      'recollect instruct add --text "Reply in French"',
    )
    expect((await run(['transcript', 'import', 'nope.jsonl', ...as])).notes).toContain(
      'cannot open nope.jsonl',
    )
    expect((await run(['setup', 'vscode'])).notes).toContain('recollect init --client vscode')
    expect((await run(['instruct', 'disable', '--id', '1', ...as])).code).toBe(0)
  })

  it('forget nothing where no one is asked', async () => {
    const { as, ids } = await withNotes('fay')
    await run(['search', 'plum', ...as])
    const refused = await run(['forget', '1', '--yes', ...as])
    expect(refused).toMatchObject({ code: 2, out: '', notes: expect.stringContaining(`1 is now ${ids[0]}`) })
    const unasked = await run(['forget', '1', ...as])
    expect(unasked).toMatchObject({ code: 2, notes: expect.stringContaining(`forget ${ids[0]} --yes`) })
    expect((await run(['show', String(ids[0]), ...as])).code).toBe(0)
  })

  it('are not for programs, whose lists leave them alone', async () => {
    const { as, ids } = await withNotes('gus')
    await run(['search', 'basket', ...as])
    await json(['search', 'plum', ...as])
    expect((await run(['show', '1', ...as])).out).toContain(ids[1])
    const refused = await run(['show', '1', '--json', ...as])
    expect(refused.code).toBe(2)
    expect(JSON.parse(refused.notes)).toMatchObject({ error: { code: 'usage' } })
  })

  it('give way to ids where they cannot be kept', async () => {
    const { as, ids } = await withNotes('hal')
    rmSync(listFile)
    mkdirSync(listFile)
    const found = await run(['search', 'plum', ...as])
    expect(found.code).toBe(0)
    expect(found.out).toContain(ids[0])
    expect(found.notes).toContain('Numbers cannot be used')
    rmSync(listFile, { recursive: true })
  })

  it('take no harm from a file that holds something else', async () => {
    const { as } = await withNotes('ida')
    writeFileSync(listFile, '{"lists": [{"user": "ida", "at": "x", "ids": "no"}]}')
    chmodSync(listFile, 0o600)
    expect((await run(['show', '1', ...as])).notes).toContain('there is none yet')
    expect((await run(['search', 'plum', ...as])).code).toBe(0)
    expect((await run(['show', '1', ...as])).code).toBe(0)
  })
})
