import { z } from 'zod'
import { growth, growthSteps } from '../items/growth.js'
import { itemKinds } from '../items/item.js'
import { readItems } from '../items/read-items.js'
import { inText, sql } from '../store/sql.js'
import { column } from '../store/statement.js'
import { remembered } from '../user/remembered.js'
import { lookedAtByTheUser } from './looked-at-by-the-user.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { itemShape, showItem } from './shapes.js'

export const showGrowth = defineOperation({
  ...lookedAtByTheUser,
  name: 'memory.growth',
  looksAtMuch: true,
  title: 'How the memory has grown',
  description:
    'How many items of each kind happened in each day, week or month, or were recorded where that is not known, and what ' +
    'was recorded last. Weeks begin on Mondays, days at midnight of your zone. At most 800 of them, the last ones.',
  example: 'recollect growth --by month',
  input: z.object({
    by: z.enum(growthSteps).default('week').describe('how long each step is'),
    since: moment.optional().describe('from when on; the first item when absent'),
    until: moment.optional().describe('until when; now when absent'),
    latest: z.int().min(0).max(50).default(10).describe('how many of the items that were recorded last'),
  }),
  output: z.object({
    by: z.enum(growthSteps),
    kinds: z.array(z.enum(itemKinds)).describe('that there are'),
    before: z.array(z.number()).describe('of each kind, before the first step'),
    buckets: z.array(
      z.object({
        from: z.string().describe('its first day'),
        counts: z.array(z.number()).describe('of each kind, in their order'),
        total: z.number(),
      }),
    ),
    total: z.number().describe('of all of these'),
    latest: z.array(itemShape).describe('what was recorded last, the newest first; no evidence, no report'),
  }),
  handler: async ({ spine, reach, readLog }, { by, since, until, latest }) => {
    const bank = reach.writes
    const wanted = {
      by,
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
      zone: spine.zone,
      now: spine.env.now(),
    }
    const grown = await spine.store.read(growth, bank, wanted)
    const isMemory = await remembered(spine, bank)
    const last = await spine.store.read(function* look() {
      // Ids are as old as what they name.
      const ids = yield* column<string>(sql`
        select i.id from item i where i.bank = ${bank} and i.kind <> 'artifact' and ${isMemory}
        order by i.id desc limit ${latest}`)
      return yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)
    })
    const buckets = grown.buckets.map(({ from, counts }) => ({
      from,
      counts: [...counts],
      total: sum(counts),
    }))
    readLog.record(reach, 'memory.growth', { buckets: buckets.length })
    return {
      by,
      kinds: [...grown.kinds],
      before: [...grown.before],
      buckets,
      total: sum(grown.before) + sum(buckets.map(({ total }) => total)),
      latest: last.sort((a, b) => (a.id < b.id ? 1 : -1)).map((item) => showItem(item, spine.zone)),
    }
  },
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
