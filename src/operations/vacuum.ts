import { z } from 'zod'
import { waitingErasures } from '../items/note-erasure.js'
import { rewriteStore } from '../items/rewrite-store.js'
import { wholeStore } from '../reach.js'
import { showMoment } from './moment.js'
import { defineOperation } from './operation.js'

export const vacuumStore = defineOperation({
  name: 'system.vacuum',
  title: 'Write the store anew',
  description:
    'Makes what was forgotten gone from the files of the store, too, by writing all of it anew; also gives unused space ' +
    'back. On PostgreSQL each table is locked meanwhile, and the role of the connection must own them. Says where else ' +
    'bytes can be, and for how long. With `preview`, only what waits for it.',
  example: 'recollect vacuum',
  capability: 'admin',
  audience: ['administrator'],
  surfaces: ['sdk', 'cli'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    preview: z.boolean().default(false).describe('write nothing, only say what waits'),
  }),
  output: z.object({
    state: z
      .enum(['waiting', 'logical', 'physical'])
      .describe(
        'waiting: nothing was done. physical: the files of the store hold no deleted row any more; logical: they may, see reason',
      ),
    reason: z.string().nullable(),
    waited: z
      .object({
        banks: z.number(),
        erasures: z.number().describe('calls that forgot something'),
        since: z.string().nullable(),
      })
      .describe(
        'what was forgotten since the last time; nothing on SQLite, where each receipt looks by itself',
      ),
    bytesBefore: z.number(),
    bytesAfter: z.number(),
    tables: z.array(z.object({ table: z.string(), bytesBefore: z.number(), ms: z.number() })),
    kept: z.array(z.string()).describe('where else bytes can still be, and how long'),
  }),
  handler: async ({ spine, reach, readLog, progress, signal }, { preview }) => {
    const store = wholeStore(reach, 'system.vacuum')
    if (preview) {
      const { bytes } = await spine.store.inspect({ isQuick: true })
      const waiting = await spine.store.whole.read(waitingErasures, spine.store)
      readLog.record(store, 'system.vacuum', { erasures: waiting.erasures })
      return {
        state: 'waiting' as const,
        reason: null,
        waited: { ...waiting, since: showMoment(waiting.since, spine.zone) },
        bytesBefore: bytes,
        bytesAfter: bytes,
        tables: [],
        kept: [],
      }
    }
    const { waited, tables, kept, ...rest } = await rewriteStore(spine, store, {
      signal,
      progress: (done, total) => progress?.({ done, unit: 'tables', total }),
    })
    return {
      ...rest,
      waited: { ...waited, since: showMoment(waited.since, spine.zone) },
      tables: [...tables],
      kept: [...kept],
    }
  },
})
