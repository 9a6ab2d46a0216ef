import { expect, it } from 'vitest'
import { createFaultyDriver } from '../test/faults/faulty-driver.js'
import { ann, openSpine, temporaryFolder } from '../test/open-spine.js'
import { readAudit } from './items/read-audit.js'
import { reachOf } from './reach.js'
import { createReadLog } from './read-log.js'

it('outlives a full disk, and says of each bank how much was lost', async () => {
  const faulty = createFaultyDriver()
  const spine = await openSpine(await temporaryFolder(), { open: faulty.open })
  const log = createReadLog(spine.store, spine.env)
  const bob = reachOf({ user: 'bob' })
  faulty.plan = (_call, text) => (text.includes('audit_read') ? 'SQLITE_FULL' : undefined)
  for (const round of [1, 2]) {
    log.record(ann, 'memory.search', { hits: round })
    log.record(ann, 'memory.get', { items: 1 })
    log.record(bob, 'memory.search', { hits: 0 })
    await log.flush()
  }
  faulty.plan = undefined
  await log.flush()
  const lost = { operation: 'audit.lost', outcome: 'read' }
  expect(await readAudit(spine, [ann], { limit: 10 })).toMatchObject({
    lines: [{ ...lost, counts: { rows: 4 } }],
  })
  expect(await readAudit(spine, [bob], { limit: 10 })).toMatchObject({
    lines: [{ ...lost, counts: { rows: 2 } }],
  })
  await spine.store.close()
})
