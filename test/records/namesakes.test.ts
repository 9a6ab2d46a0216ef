import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

type Engine = Awaited<ReturnType<typeof openMemory>>

const record = (body: string) => ({ name: 'A', description: 'about it', type: 'user', body }) as const

describe.each(['database', 'folder'] as const)(
  'two records of one name, from two stores, in a %s',
  (records) => {
    let engine: Engine
    let me: ReturnType<Engine['as']>
    let home: string
    beforeEach(async () => {
      home = await temporaryFolder()
      const other = await temporaryFolder()
      const first = await openMemory({ home, embedder: 'off', records })
      await first.as({}).recordSave({ ...record('z'), name: 'Z' })
      await first.close()
      cpSync(home, other, { recursive: true })
      const second = await openMemory({ home: other, embedder: 'off', records })
      await second.as({}).recordSave(record('second'))
      let archive = ''
      for await (const chunk of (await second.as({ administrator: true }).export({ all: true })).lines)
        archive += String(chunk)
      await second.close()
      engine = await openMemory({ home, embedder: 'off', records })
      me = engine.as({})
      await me.recordSave(record('first'))
      await engine.as({ administrator: true }).importArchive({ content: archive })
      return () => engine.close()
    })

    it('both stay, and can be changed', async () => {
      expect(await me.recordRead({ which: 'a' })).toMatchObject({ name: 'A', body: 'first' })
      expect(await me.recordRead({ which: 'a-2' })).toMatchObject({ name: 'A', body: 'second' })
      expect(await me.recordUpdate({ which: 'a-2', body: 'third' })).toMatchObject({ body: 'third' })
      expect((await me.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    })

    it('never say the same: that would be one record', async () => {
      await expect(me.recordUpdate({ which: 'a-2', body: 'first' })).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await me.recordRead({ which: 'a-2' })).toMatchObject({ body: 'second' })
    })

    it('are told apart where one is forgotten, and its name is given anew', async () => {
      await me.recordDelete({ which: 'a' })
      await expect(me.recordSave(record('second'))).rejects.toMatchObject({ code: 'conflict' })
      expect(await me.recordSave(record('new'))).toMatchObject({ file: 'a.md' })
    })

    it.runIf(records === 'folder')('are changed in their files', async () => {
      await me.recordList({})
      const file = join(home, 'records', 'a-2.md')
      const written = readFileSync(file, 'utf8')
      writeFileSync(file, written.replace('second', 'as edited'))
      expect(await me.recordRead({ which: 'a-2' })).toMatchObject({ body: 'as edited' })
      writeFileSync(file, written.replace('second', 'first'))
      const { problems } = await me.recordList({})
      expect(problems).toMatchObject([{ file: 'a-2.md' }])
      expect(await me.recordRead({ which: 'a-2' })).toMatchObject({ body: 'as edited' })
    })
  },
)
