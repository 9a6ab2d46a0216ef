import { z } from 'zod'
import { itemKinds } from '../items/item.js'
import type { FoundItem } from '../items/read-items.js'
import type { Reach } from '../reach.js'
import { isKept, keepRecall, type LookedAt, whereLooked } from '../recalls/keep-recall.js'
import type { RecallOptions } from '../recalls/recall.js'
import { accountOf } from '../search/account.js'
import { exactWords } from '../search/exact-words.js'
import { describeReasons } from '../search/reason.js'
import { type SearchResult, search } from '../search/search.js'
import type { Tx } from '../store/statement.js'
import { clip } from '../text/clip.js'
import { QUERY_MAX_CHARS } from '../text/query.js'
import { accountShape, layerName, showAccount, showStanding, standingShape } from './account-shapes.js'
import { moment, readMoment, showMoment, zone as zoneName } from './moment.js'
import { defineOperation } from './operation.js'
import { itemId, itemShape, showItem, showSpans, spansShape } from './shapes.js'

const name = z.string().max(512)

const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('words'), words: z.array(z.string()).readonly() }),
  z.object({ kind: z.literal('pairs'), pairs: z.array(z.string()).readonly() }),
  z.object({ kind: z.literal('phrase'), phrases: z.array(z.string()).readonly() }),
  z.object({ kind: z.literal('speaker'), speaker: z.string() }),
  z.object({ kind: z.literal('own_words') }),
  z.object({ kind: z.literal('date'), unit: z.enum(['month', 'day']) }),
  z.object({ kind: z.literal('time_wording') }),
  z.object({ kind: z.literal('time'), wording: z.string() }),
  z.object({ kind: z.literal('meaning'), similarity: z.number() }),
  z.object({ kind: z.literal('neighbours'), share: z.number() }),
  z.object({ kind: z.literal('session'), share: z.number() }),
  z.object({
    kind: z.literal('path'),
    path: z.string().describe('how what the question names is related to something else'),
    isAsked: z.boolean().describe('whether that is what it asks for'),
  }),
  z.object({ kind: z.literal('mentions'), name: z.string() }),
  z.object({ kind: z.literal('newer'), than: z.string().describe('id of the older statement') }),
  z.object({
    kind: z.literal('superseded'),
    by: z.string().nullable().describe('id of the fact that took its place; null: it was taken back'),
  }),
  z.object({ kind: z.literal('quotes'), source: z.string().describe('id of the item that was found') }),
  z.object({ kind: z.literal('age'), factor: z.number() }),
])

const statedFact = itemShape
  .pick({ id: true, kind: true, text: true })
  .extend(
    itemShape.shape.fact
      .unwrap()
      .pick({ category: true, subject: true, key: true, value: true, status: true, supersededBy: true })
      .shape,
  )

const hit = itemShape.extend({
  score: z.number().describe('for comparison within this answer only'),
  matched: spansShape.describe('where the text answers: [start, end) in UTF-16 units'),
  alike: z.array(z.string()).describe('ids of items that say nearly the same, and ranked below it'),
  facts: z.array(statedFact).describe('what it states, as far as rules could read it'),
  layers: z.array(z.object({ layer: layerName, rank: z.number(), score: z.number() })),
  reasons: z.array(reason),
  why: z.string().describe('the reasons in one line'),
  account: accountShape.optional().describe('with explain: where the score comes from'),
})

export const searchMemory = defineOperation({
  name: 'memory.search',
  title: 'Find what was said',
  description:
    'Finds the items that answer a question, best first, each with the reasons why. Any text is a question; ' +
    '"exact phrases" must stand in a result, -excluded words must not.',
  example: 'recollect search "where does Mia live?"',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isHeavy: true,
  isIdempotent: true,
  input: z.object({
    question: z.string().describe('in plain words'),
    limit: z.number().int().min(1).max(200).default(20).describe('how many hits at most'),
    mode: z
      .enum(['measured', 'rrf'])
      .default('measured')
      .describe('how layers are joined: by measured weights, or by reciprocal ranks with decay'),
    kinds: z
      .array(z.enum(itemKinds))
      .min(1)
      .optional()
      .describe('only items of these kinds; facts are found by the text that states them'),
    now: moment.optional().describe('when the question is asked, for "last week" and the like'),
    zone: zoneName.optional().describe('time zone of the asker'),
    asOf: moment.optional().describe('what was true then counts as true, instead of what is held true now'),
    includeSuperseded: z
      .boolean()
      .default(false)
      .describe('also corrections and explicit facts that do not hold any more, or have run out'),
    meaning: z
      .boolean()
      .optional()
      .describe('true: find what is meant even if a model has to be loaded for it; false: by words alone'),
    explain: z.boolean().default(false).describe('say of each hit where its score comes from, in numbers'),
    about: itemId.optional().describe('also say of this item where it stands, and why it is not found'),
  }),
  output: z.object({
    recallId: z.string(),
    hits: z.array(hit),
    missing: z.partialRecord(layerName, z.string()).describe('layers that could not take part, and why'),
    paths: z
      .array(z.object({ path: z.string(), item: z.string().describe('id of what states it') }))
      .describe('how what the question names is related as it asks, best first'),
    noPath: z
      .string()
      .nullable()
      .describe('why a question for somebody has no path; null where it has one, or asks for nobody'),
    pending: z
      .number()
      .describe('texts that have no vectors yet, so that only words find them (memory.embed makes them)'),
    relaxed: z.array(z.string()).describe('phrases that no item holds; their words were asked for instead'),
    clipped: z.boolean().describe('the question was too long to be asked in full'),
    standing: standingShape.optional().describe('with about: where that item stands'),
  }),
  stream: 'question',
  handler: async (
    { spine, reach, readLog, signal },
    { question, zone = spine.zone, explain, meaning, ...input },
  ) => {
    const { limit, mode, kinds, about, includeSuperseded } = input
    const asOf = readMoment(input.asOf, zone, 'asOf')
    const at = spine.env.now()
    const asked = {
      limit,
      mode,
      zone,
      now: readMoment(input.now, zone, 'now') ?? at,
      ...(kinds === undefined ? {} : { kinds }),
      ...(asOf === undefined ? {} : { asOf }),
      ...(includeSuperseded ? { includeSuperseded } : {}),
      ...(meaning === undefined ? {} : { meaning: meaning ? ('wait' as const) : ('no' as const) }),
    }
    const keeps = readLog.keepsRecalls && isKept(reach)
    let lookedAt: LookedAt | undefined
    const found = await search(spine, reach, question, {
      ...asked,
      signal,
      *beside() {
        if (keeps) lookedAt = yield* whereLooked(reach)
      },
      ...(about === undefined ? {} : { about }),
    })
    readLog.record(
      reach,
      'memory.search',
      { hits: found.hits.length },
      lookedAt === undefined ? undefined : recallOf(reach, { question, at, asked, found }, lookedAt),
    )
    const { standing } = found
    return {
      recallId: found.recallId,
      missing: found.missing,
      paths: [...found.paths],
      noPath: found.noPath,
      pending: found.pending,
      relaxed: [...found.relaxed],
      clipped: found.clipped,
      hits: found.hits.map(({ item, score, matched, layers, reasons, alike, facts }) => ({
        ...showItem(item, zone),
        facts: facts.flatMap(showStated),
        score,
        alike: [...alike],
        matched: showSpans(matched),
        layers: [...layers],
        reasons: [...reasons],
        why: describeReasons(reasons),
        ...(explain ? { account: showAccount(accountOf({ layers, reasons })) } : {}),
      })),
      ...(standing === null
        ? {}
        : { standing: showStanding(standing, { limit, kinds, ranked: found.ranked }, zone) }),
    }
  },
})

function showStated({ id, kind, text, fact }: FoundItem): z.input<typeof statedFact>[] {
  if (fact === null) return []
  const { category, subject, key, value, status, supersededBy } = fact
  return [{ id, kind, text, category, subject, key, value, status, supersededBy }]
}

interface Asked {
  readonly question: string
  readonly at: number
  readonly asked: RecallOptions
  readonly found: SearchResult
}

/** What the recall log keeps of a search, without the texts that were found. */
function recallOf(reach: Reach, { question, at, asked, found }: Asked, lookedAt: LookedAt): () => Tx<void> {
  const recall = {
    id: found.recallId,
    at,
    question: clip(question, QUERY_MAX_CHARS),
    options: asked,
    ranked: found.ranked,
    missing: found.missing,
    hits: found.hits.map(({ item, score, layers, reasons, alike }) => ({
      id: item.id,
      alike,
      score,
      account: accountOf({ layers, reasons }),
    })),
  }
  return () => keepRecall(reach, recall, lookedAt)
}

const exactHit = itemShape.extend({
  matched: spansShape.describe('where the text holds the words: [start, end) in UTF-16 units'),
})

export const searchExactWords = defineOperation({
  name: 'memory.fts_search',
  title: 'Find exact words, by source',
  description:
    'Finds the items that hold every word given, exactly as written but for case and accents, newest first, and says ' +
    'how many come from which conversation. For names, identifiers, versions, quotations; to find what answers a ' +
    'question, use memory.search. "exact phrases" must stand side by side, -excluded words must not be there.',
  example: 'recollect fts-search ADR-016 atomic_write_json',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isHeavy: true,
  isIdempotent: true,
  input: z.object({
    words: z.string().describe('all of them must be there; any text, nothing else in it is syntax'),
    limit: z.number().int().min(1).max(200).default(20).describe('how many hits at most'),
    kinds: z.array(z.enum(itemKinds)).min(1).optional().describe('only items of these kinds'),
    session: name.optional().describe('only turns of the conversation of this name'),
    channel: name.optional().describe('only turns of this channel, e.g. slack'),
    speaker: name.optional().describe('only turns of whom this name says'),
    role: name.optional().describe('only turns of this role, e.g. user or assistant'),
    since: moment.optional().describe('only what happened at this time or later'),
    until: moment.optional().describe('only what happened before this time'),
  }),
  output: z.object({
    hits: z.array(exactHit),
    matches: z.number().describe('items that match in all; at least so many when isComplete is false'),
    isComplete: z
      .boolean()
      .describe('false: the words are so common that only the newest items were looked through'),
    sources: z
      .array(
        z.object({
          kind: z.enum(itemKinds),
          session: z.string().nullable().describe('null for what is no turn of a conversation'),
          channel: z.string().nullable(),
          matches: z.number(),
          lastAt: z.string().nullable(),
        }),
      )
      .describe('where the matches come from, most first, at most 50'),
    otherSources: z.number().describe('how many more sources there are'),
    missing: z.partialRecord(z.enum(['text']), z.string()).describe('why nothing could be looked for, if so'),
    clipped: z.boolean().describe('more words were given than are looked for'),
  }),
  stream: 'words',
  handler: async ({ spine, reach, readLog, signal }, { words, since, until, ...filter }) => {
    const found = await exactWords(spine, reach, words, {
      ...filter,
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
      signal,
    })
    readLog.record(reach, 'memory.fts_search', { hits: found.hits.length })
    const told = found.sources.slice(0, SOURCES_TOLD)
    return {
      hits: found.hits.map(({ item, matched }) => ({
        ...showItem(item, spine.zone),
        matched: showSpans(matched),
      })),
      matches: found.matches,
      isComplete: found.isComplete,
      sources: told.map((source) => ({ ...source, lastAt: showMoment(source.lastAt, spine.zone) })),
      otherSources: found.sources.length - told.length,
      missing: found.missing,
      clipped: found.clipped,
    }
  },
})

const SOURCES_TOLD = 50
