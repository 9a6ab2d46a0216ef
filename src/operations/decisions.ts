import { z } from 'zod'
import { currentIdentityKey } from '../items/spine.js'
import type { Span } from '../text/span.js'
import { formatMoment } from '../text/zone.js'
import { cutOut } from '../user/decisions/cut-out.js'
import { flagText } from '../user/decisions/flag-decision.js'
import { type Decision, listDecisions } from '../user/decisions/list-decisions.js'
import { factStatuses } from '../user/facts/fact.js'
import { endShape, entityName } from './graph-shapes.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'

const spanShape = z.object({
  text: z.string(),
  start: z.number().describe('in the text of the decision, in UTF-16 units'),
  end: z.number(),
})

const flagShape = z.object({
  kind: z.enum(['reasons_name_another', 'reasons_reject_choice']),
  what: z.string().describe('what does not go together; which side is right it does not say'),
  spans: z.array(spanShape).describe('what is chosen, then the reasons that say otherwise'),
})

export const listTakenDecisions = defineOperation({
  name: 'memory.decisions',
  title: 'List decisions',
  description:
    'What was decided, latest first: title, choice, reasons, what was rejected, trade-offs and what it applies to, word ' +
    'for word. Flags say where title and reasons contradict each other: report them, decide nothing.',
  example: 'recollect decisions --applies-to "AI Butler"',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    status: z
      .enum(factStatuses)
      .optional()
      .describe('only decisions of this status; those that hold or wait to be confirmed when absent'),
    appliesTo: entityName.optional().describe('only what was decided for this project, team or thing'),
    limit: z.number().int().min(1).max(200).default(20).describe('how many decisions at most'),
    after: pageAfter,
  }),
  output: z.object({
    decisions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        choice: z.string().nullable().describe('null where the title does not name one'),
        reasons: z.array(z.string()),
        alternatives: z.array(z.string()).describe('what was rejected'),
        tradeOffs: z.array(z.string()),
        appliesTo: z.array(endShape),
        status: z.enum(factStatuses),
        confidence: z.number().describe('0 to 1'),
        decidedAt: z.string(),
        flags: z.array(flagShape),
        text: z.string().describe('all of it, as it was given'),
        sources: z.array(z.string()).describe('ids of the items that state it'),
      }),
    ),
    isComplete: z.boolean().describe('false: there are older ones'),
    next: pageNext,
  }),
  handler: async ({ spine, reach, readLog }, { status, appliesTo, limit, after }) => {
    const [at, rid] = pages.read(after) ?? []
    const keyed = { identityKey: await currentIdentityKey(spine) }
    const query = {
      status: status === undefined ? (['active', 'proposed'] as const) : [status],
      appliesTo,
      limit: limit + 1,
      before: at === undefined || rid === undefined ? undefined : { at, rid },
    }
    const found: Decision[] = []
    for (const bank of reach.reads) found.push(...(await spine.store.read(listDecisions, keyed, bank, query)))
    found.sort((a, b) => b.at - a.at || b.rid - a.rid)
    const { rows: shown, next } = pages.cut(found, limit, (one) => [one.at, one.rid])
    readLog.record(reach, 'memory.decisions', { decisions: shown.length })
    return {
      decisions: shown.map((decision) => showDecision(decision, spine.zone)),
      isComplete: found.length <= limit,
      next,
    }
  },
})

const pages = pagesOf('memory.decisions', z.tuple([z.int(), z.int()]))

function showDecision(decision: Decision, zone: string) {
  const { text, choice } = decision
  const cut = (place: Span) => cutOut(text, place)
  const cite = ([start, end]: Span) => ({ text: cutOut(text, [start, end]), start, end })
  return {
    id: decision.id,
    title: cut(decision.title),
    choice: choice === null ? null : cut(choice),
    reasons: decision.reasons.map(cut),
    alternatives: decision.alternatives.map(cut),
    tradeOffs: decision.tradeOffs.map(cut),
    appliesTo: [...decision.appliesTo],
    status: decision.status,
    confidence: decision.confidence,
    decidedAt: formatMoment(decision.at, zone),
    flags: decision.flags.map((flag) => ({
      kind: flag.kind,
      what: flagText(text, flag),
      spans: [flag.choice, ...flag.reasons].map(cite),
    })),
    text,
    sources: [...decision.sources],
  }
}
