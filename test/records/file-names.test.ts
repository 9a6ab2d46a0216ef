import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { opened, problemsOf, update } from './open-folder.js'
import { ann, listAll } from './open-records.js'

describe('a name that a person gives a file', () => {
  it('may end in .MD', async () => {
    const { records, put, files } = await opened()
    put('NOTES.MD', 'Upper case.')
    expect(await listAll(records)).toMatchObject([{ file: 'NOTES.MD', name: 'NOTES' }])
    for (const which of ['NOTES.MD', 'notes.md', 'notes'])
      expect(await records.read(ann, which)).toMatchObject({ record: { body: 'Upper case.' } })
    await update(records, 'notes', { body: 'New.' })
    expect(files()).toEqual(['NOTES.MD'])
  })

  it('is another one with an apostrophe', async () => {
    const { records, put } = await opened()
    put('its.md', 'its')
    put("it's.md", 'it is')
    expect((await listAll(records)).map(({ file }) => file).sort()).toEqual(["it's.md", 'its.md'])
    expect(await problemsOf(records)).toEqual([])
  })

  it('is told where not every system takes it, and the file is left alone', async () => {
    const { records, put } = await opened()
    put('con.md', 'A device on Windows.')
    put('good.md', 'Good.')
    expect(await problemsOf(records)).toMatchObject([
      { file: 'con.md', reason: expect.stringContaining('another one') },
    ])
    expect((await listAll(records)).map(({ file }) => file)).toEqual(['good.md'])
  })

  it.skipIf(process.platform !== 'linux')('is told where it is no text', async () => {
    const { records, folder } = await opened()
    mkdirSync(folder, { recursive: true })
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'x')
    expect(await problemsOf(records)).toMatchObject([{ file: 'caf\ufffd.md' }])
    expect(readdirSync(folder, 'buffer').map((name) => name.toString('latin1'))).toContain('caf\xe9.md')
  })
})
