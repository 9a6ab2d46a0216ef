import type { Memory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'
import { fdatasyncMedianMs } from '../floors.js'
import { median } from '../statistics.js'
import { spreadFigures, timesOf } from './times.js'

/** What one capture takes, one after another, beside what the disk takes for its sync in the same minute. */
export async function captureFigures(
  memory: Memory,
  home: string,
  seed: number,
): Promise<Record<string, number>> {
  const corpus = createCorpus(seed, 'chat')
  const capture = () => memory.capture({ text: corpus.text() })
  await timesOf(WARM_UP, MOST_MS, capture)
  const before = fdatasyncMedianMs(home, SYNCS)
  const times = await timesOf(CAPTURES, MOST_MS, capture)
  const syncMs = (before + fdatasyncMedianMs(home, SYNCS)) / 2
  return { ...spreadFigures('capture', times), captureSyncs: median(times) / syncMs, syncMs }
}

const WARM_UP = 200
const CAPTURES = 600
const MOST_MS = 5_000
const SYNCS = 100
