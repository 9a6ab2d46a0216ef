import { z } from 'zod'
import type { Account } from '../search/account.js'
import { layerStates } from '../search/layer-standing.js'
import { type Standing, standingStates } from '../search/standing.js'
import { itemShape, showItem } from './shapes.js'

export const layerName = z.enum(['text', 'vectors', 'entities', 'time'])

/** Where a score comes from. */
export const accountShape = z.object({
  layers: z
    .array(
      z.object({
        layer: layerName,
        rank: z.number().describe('in this layer, from 1'),
        score: z.number().describe("in the layer's own measure"),
        weight: z.number().describe('what the layer counts beside the others'),
        share: z.number().describe('of the final score, from 0 to 1'),
      }),
    )
    .describe('the layers that found it'),
  age: z.number().nullable().describe('what its age multiplied the score with; null where age plays no part'),
  neighbours: z.number().describe("share of the text layer's score that came from the turns around it"),
  session: z.number().describe('and from the rest of its conversation; 0 where it is under 5 %'),
  similarity: z
    .number()
    .nullable()
    .describe(
      'how near its own text is to the question; its score in vectors may owe more to the turns around it',
    ),
})

export function showAccount({ layers, ...rest }: Account): z.input<typeof accountShape> {
  const sum = layers.reduce((total, { part }) => total + part, 0)
  return {
    layers: layers.map(({ part, ...layer }) => ({ ...layer, share: sum > 0 ? part / sum : 0 })),
    ...rest,
  }
}

/** Where one item stands in an answer. */
export const standingShape = z.object({
  item: itemShape,
  state: z.enum([...standingStates, 'later']).describe('later: it was remembered after the search'),
  why: z.string().describe('in one sentence'),
  rank: z
    .number()
    .nullable()
    .describe('among all that were ranked, shown or not; null where it was not, or that is not kept'),
  alikeTo: z
    .string()
    .nullable()
    .describe('id of the hit that it is shown as, or of the source that it quotes'),
  score: z.number().nullable(),
  account: accountShape.nullable(),
  layers: z
    .array(
      z.object({
        layer: layerName,
        state: z.enum(layerStates),
        why: z.string(),
        value: z.number().optional().describe("what it has, in the layer's own measure"),
        least: z.number().optional().describe('the least that was taken'),
        asked: z.array(z.string()).readonly().optional().describe('words of the question'),
        held: z.array(z.string()).readonly().optional().describe('those that its text has'),
      }),
    )
    .describe('what each layer says of it'),
})

export type ShownStanding = z.input<typeof standingShape>

/** What the answer was that an item stands in. */
export interface StandingIn {
  readonly ranked: number
  readonly limit: number
  readonly kinds: readonly string[] | undefined
}

export function showStanding(standing: Standing, within: StandingIn, zone: string): ShownStanding {
  const { item, account, layers, state, rank, alikeTo, score } = standing
  return {
    item: showItem(item, zone),
    state,
    why: whyOf(standing, within),
    rank,
    alikeTo,
    score,
    account: account === null ? null : showAccount(account),
    layers: [...layers],
  }
}

/** In one sentence; what each layer says stands beside it. */
function whyOf(
  { state, rank, wording, alikeTo, item }: Standing,
  { ranked, limit, kinds }: StandingIn,
): string {
  switch (state) {
    case 'found':
      return rank === null
        ? `It is found, among the ${ranked} that were ranked.`
        : `It is found, at rank ${rank} of ${ranked}.`
    case 'alike':
      return `It says nearly the same as a hit above it: ${alikeTo}.`
    case 'below_limit':
      return `It ranks ${rank} of ${ranked}, beyond the limit of ${limit}.`
    case 'kind':
      return `It is a ${item.kind}, and only these kinds were asked for: ${kinds?.join(', ')}.`
    case 'excluded':
      return `It holds “${wording}”, which the question excludes.`
    case 'past':
      return 'It states what does not hold any more: ask with includeSuperseded.'
    case 'quoted':
      return `It is part of what ${alikeTo} says, which is what is looked for.`
    case 'phrase':
      return `It does not hold the phrase “${wording}” just so.`
    case 'not_found':
      return 'No layer found it.'
  }
}
