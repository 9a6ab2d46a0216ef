import { expect, it } from 'vitest'
import { createFaultyDriver } from '../../test/faults/faulty-driver.js'
import { ann, importLines, openSpine, temporaryFolder } from '../../test/open-spine.js'
import { stats } from '../items/stats.js'

it('says how much it kept when the disk is full half-way, and goes on from there', async () => {
  const faulty = createFaultyDriver()
  const spine = await openSpine(await temporaryFolder(), { open: faulty.open })
  const content = Array.from({ length: 600 }, (_, n) => `{"role":"user","content":"turn ${n}"}\n`).join('')
  let turns = 0
  faulty.plan = (call, text) =>
    call === 'run' && text.includes('insert into turn') && ++turns > 550 ? 'SQLITE_FULL' : undefined
  await expect(importLines(spine, ann, content)).rejects.toMatchObject({
    code: 'store_full',
    hint: 'the 512 messages before were kept; once this is put right, the same import goes on from there',
  })
  faulty.plan = undefined
  expect((await stats(spine, ann)).items).toBe(512)
  expect(await importLines(spine, ann, content)).toMatchObject({ added: 88, repeated: 512 })
  await spine.store.close()
})
