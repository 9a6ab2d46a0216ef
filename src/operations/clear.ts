import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { clear } from '../items/clear.js'
import { kindOfBank, ownerOf } from '../reach.js'
import { formatMoment } from '../text/zone.js'
import { defineOperation } from './operation.js'
import { provenShape, showProven } from './shapes.js'

export const clearMemory = defineOperation({
  name: 'memory.clear',
  looksAtMuch: true,
  title: 'Forget everything',
  description:
    'Deletes everything this user has in memory, and proves on disk that it is gone. Cannot be undone. Sources that are ' +
    'imported again stay forgotten, unless `fresh` says otherwise.',
  example: 'recollect clear --confirm me',
  capability: 'memory.forget',
  audience: ['user'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'destructive',
  isIdempotent: true,
  input: z.object({
    confirm: z
      .string()
      .max(300)
      .describe('the name of the user, or of the workspace, whose memory goes, as a confirmation'),
    fresh: z
      .boolean()
      .default(false)
      .describe('also let what was forgotten come back when it is imported again'),
  }),
  output: z.object({
    items: z.number(),
    counts: z.record(z.string(), z.number()).describe('rows removed, by table'),
    ...provenShape.shape,
    forgottenAt: z.string(),
  }),
  handler: async ({ spine, reach, progress, signal }, { confirm, fresh }) => {
    const owner = ownerOf(reach)
    if (confirm !== owner) {
      const what = kindOfBank(reach.writes) === 'workspace' ? 'workspace' : 'user'
      throw new MemoryError(
        'invalid_input',
        `confirm: not the name of the ${what} whose memory this is`,
        `to forget everything that ${owner} has here: confirm: '${owner}'`,
      )
    }
    const report = (done: number, total: number) => progress?.({ done, unit: 'items', total })
    const cleared = await clear(spine, reach, { fresh, progress: report, signal })
    return {
      items: cleared.items,
      counts: cleared.counts,
      ...showProven(cleared),
      forgottenAt: formatMoment(cleared.forgottenAt, spine.zone),
    }
  },
})
