import { segment } from '../src/text/segment.js'
import { extract } from '../src/user/extraction/extract.js'
import { createCorpus } from './corpus.js'
import { captureRates } from './facts/capture-rates.js'
import { measureFacts } from './facts/run-facts.js'
import { pointLookUps } from './floors.js'
import { measureGraph } from './graph/run-graph.js'
import { median } from './statistics.js'

/** What facts and the graph cost, each in something else of the same minute: less is better. */
export type OwnRatios = Readonly<Record<string, number>>

/** Some seconds, in a process of its own. */
export async function measureOwn(home: string): Promise<OwnRatios> {
  const lookUpMs = 1000 / pointLookUps(home)
  const { plain, stating } = await captureRates(ROUNDS)
  const facts = await measureFacts(FACTS, ROUNDS)
  const graph = await measureGraph(RELATIONS, DEGREE)
  return {
    'capture that states two relations / plain capture': plain / stating,
    'core memory / row out of SQLite': median(facts.scored) / lookUpMs,
    'three hops / row out of SQLite': median(graph.walks) / lookUpMs,
    'shortest path / row out of SQLite': median(graph.paths) / lookUpMs,
    'extraction of a text / its segmentation': extractionTimes(),
  }
}

const ROUNDS = 3
const FACTS = 2_000
const RELATIONS = 20_000
const DEGREE = 20
const TEXTS = 1_000

function extractionTimes(): number {
  const corpus = createCorpus(1)
  const texts = Array.from({ length: TEXTS }, () => corpus.text())
  const bestOf = (work: (text: string) => unknown) =>
    Math.min(...Array.from({ length: ROUNDS + 1 }, () => elapsedMs(() => texts.map(work))))
  return bestOf(extract) / bestOf((text) => segment(text))
}

function elapsedMs(work: () => unknown): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
