import type { Tx } from '../store/statement.js'
import { EARLIEST_MS, LATEST_MS, type TimeRange } from '../text/dates.js'
import type { FoundRow } from './candidate.js'
import type { Judgement, Layer, LayerAnswer, LayerHit, Look } from './layer.js'
import { readBetween } from './read-rows.js'

/** Items that happened when the question says: "last week", "in March", 去年, on the asker's clock. */
export const timeLayer: Layer = {
  name: 'time',
  *find(look: Look): Tx<LayerAnswer> {
    const { bank, question, only } = look
    const hits = new Map<string, LayerHit>()
    for (const time of question.times) {
      for (const row of yield* readBetween(bank, time, only, LATEST_PER_RANGE)) {
        const judgement = look.accepts(row) ? judge(look, row) : undefined
        if (judgement !== undefined) hits.set(row.id, { row, ...judgement })
      }
    }
    return { outcome: 'found', hits: [...hits.values()], floor: 0, full: 1 }
  },
  // biome-ignore lint/correctness/useYield: the question and the row say it all
  *weigh(look: Look, rows: readonly FoundRow[]): Tx<ReadonlyMap<string, Judgement>> {
    const judgements = new Map<string, Judgement>()
    for (const row of rows) {
      const judgement = judge(look, row)
      if (judgement !== undefined) judgements.set(row.id, judgement)
    }
    return judgements
  },
}

/** How many items of a stretch of time are shown for their time alone. */
const LATEST_PER_RANGE = 50
/** Worth of "since March", "before 2020", "recently" beside a stretch with two ends that the question gave. */
const VAGUE = 0.5

/** The best of the question's times that the item happened in. */
function judge({ question }: Look, { occurredAt }: FoundRow): Judgement | undefined {
  if (occurredAt === null) return undefined
  let best: Judgement | undefined
  for (const time of question.times) {
    if (occurredAt < time.from || occurredAt >= time.to) continue
    const score = isVague(time) ? VAGUE : 1
    if (best === undefined || score > best.score)
      best = { score, reasons: [{ kind: 'time', wording: time.text }] }
  }
  return best
}

function isVague({ from, to, kind }: TimeRange): boolean {
  return kind === 'recent' || from <= EARLIEST_MS || to >= LATEST_MS
}
