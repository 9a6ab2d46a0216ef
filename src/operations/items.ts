import { z } from 'zod'
import { factStatuses, itemKinds, origins, trusts } from '../items/item.js'
import { knownSession } from '../task/known-session.js'
import { factCategories } from '../user/fact-category.js'
import { listItems } from '../user/list-items.js'
import { TAGS_MAX } from '../user/tag.js'
import { lookedAtByTheUser } from './looked-at-by-the-user.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { itemShape, showItem } from './shapes.js'

/** Documents and their sections have lists of their own. */
const listedKinds = itemKinds.filter((kind) => kind !== 'document' && kind !== 'section')

/** What was too large for a conversation is evidence, as what an agent did there is. */
const remembered = listedKinds.filter((kind) => kind !== 'artifact')

const pages = pagesOf('memory.items', z.tuple([z.int(), z.string().max(64)]))

const some = <T extends string>(values: readonly T[]) =>
  z.array(z.enum(values)).min(1).max(values.length).optional()

export const listAllItems = defineOperation({
  ...lookedAtByTheUser,
  name: 'memory.items',
  looksAtMuch: true,
  title: 'Look through what is remembered',
  description:
    'Lists what is remembered by when it happened, or was recorded where that is not known: of certain kinds, from certain ' +
    'sources, believed so far, facts of a status, what names somebody, what was said in a session, what contains a piece ' +
    'of text. Without what agents did (transcript.read), large outputs and reports of memory.reflect, unless their kind or ' +
    'tag is asked for. For what a text means, use memory.search. A page may hold few where what is asked for is rare.',
  example: 'recollect items --kinds fact,decision --trusts stated --limit 5',
  input: z.object({
    kinds: some(listedKinds).describe('only these; of what was said, messages and files'),
    origins: some(origins).describe('only what comes from here'),
    trusts: some(trusts).describe('only what is believed so far'),
    statuses: some(factStatuses).describe('only facts, relations and decisions that stand so'),
    categories: some(factCategories).describe('only facts of these categories'),
    tags: z.array(z.string()).min(1).max(TAGS_MAX).optional().describe('only notes that have all of these'),
    entity: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('only what names this one: its id or a name; you: the user'),
    session: z.string().trim().min(1).max(512).optional().describe('only what was said in this session'),
    contains: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('only what has this piece of text, also inside a word; case and accents do not matter'),
    since: moment.optional().describe('only from this time on'),
    until: moment.optional().describe('only from before this time'),
    order: z.enum(['newest', 'oldest']).default('newest').describe('which come first'),
    limit: z.int().min(1).max(200).default(50).describe('how many at most'),
    after: pageAfter,
  }),
  output: z.object({ items: z.array(itemShape), next: pageNext }),
  handler: async ({ spine, reach, readLog, signal }, { kinds, since, until, session, after, ...query }) => {
    const place = pages.read(after)
    const known = session === undefined ? undefined : await knownSession(spine, reach, session)
    const { items, next } = await listItems(spine, reach, {
      ...query,
      kinds: kinds ?? remembered,
      session: known,
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
      after: place === undefined ? undefined : { at: place[0], id: place[1] },
      signal,
    })
    readLog.record(reach, 'memory.items', { items: items.length })
    return {
      items: items.map((item) => showItem(item, spine.zone)),
      next: pages.next(next === undefined ? undefined : [next.at, next.id]),
    }
  },
})
