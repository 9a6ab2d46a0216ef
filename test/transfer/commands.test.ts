import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sample } from '../cli/recollect.js'
import { useRecollectHere } from '../cli/recollect-here.js'

const { home, run, json } = useRecollectHere()

it('export, import, backup and restore do in a terminal what they say', async () => {
  const archive = join(home, 'memory.jsonl')
  const backup = join(home, 'memory.backup')
  const other = join(home, 'other')
  await run(['import', sample, '--as-mine'])
  await run(['capture', "bob's own", '--user', 'bob'])

  expect(await run(['export', archive, '--all'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Wrote [\d,]+ rows to /),
    notes: expect.stringContaining('readable form'),
  })
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  expect(await run(['export', archive])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('--overwrite'),
  })
  const printed = await run(['export'])
  expect(printed.out.split('\n')[0]).toMatch(/^\{"recollect":"archive"/)
  expect(printed.out).not.toContain('bob')

  expect((await run(['import', archive, '--home', other])).out).toMatch(/^Took in 81 items of 2 memories/)
  expect((await json(['stats', '--user', 'bob', '--home', other])).items).toBe(1)
  const piped = await json(['import', '-', '--home', other], { stdin: readFileSync(archive) })
  expect(piped).toMatchObject({ added: {}, present: { item: 81 } })
  const cut = join(home, 'cut.jsonl')
  writeFileSync(cut, readFileSync(archive, 'utf8').split('\n').slice(0, 9).join('\n'))
  expect(await run(['import', cut, '--home', join(home, 'third')])).toMatchObject({
    notes: expect.stringContaining('nothing of it was imported'),
  })
  expect(await run(['import', archive, '--as-mine'])).toMatchObject({ code: 2 })

  expect((await run(['backup', backup])).out).toMatch(/^Backed up 81 items to /)
  expect(await run(['backup', backup])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('--overwrite'),
  })
  expect(await json(['backup', backup, '--overwrite'])).toMatchObject({ file: backup, counts: { item: 81 } })

  const { hits } = await json(['search', 'Lisbon'])
  await run(['forget', hits[0].id, '--yes'])
  await run(['capture', 'later than the backup'])
  expect(await run(['restore', backup])).toMatchObject({ code: 2, notes: expect.stringContaining('--yes') })
  const restored = await run(['restore', backup, '--yes'])
  expect(restored.notes).toContain('1 item of it would be lost')
  expect(restored.notes).toContain('1 thing forgotten since will stay forgotten')
  expect(restored.out).toBe(
    'Restored: the memory holds 80 items now. What was forgotten since is not among them, and not on disk.\n',
  )
  expect((await json(['search', 'later'])).hits).not.toContainEqual(
    expect.objectContaining({ text: 'later than the backup' }),
  )
  expect(await run(['get', hits[0].id])).toMatchObject({ code: 1 })
  expect((await json(['doctor'])).isHealthy).toBe(true)
  expect(readdirSync(home).filter((name) => /part|tmp|restore/.test(name))).toEqual([])
}, 120_000)
