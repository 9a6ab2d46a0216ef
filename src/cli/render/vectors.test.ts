import { describe, expect, it } from 'vitest'
import { createStyle } from '../wording/style.js'
import { renderEmbedded } from './embedded.js'
import { renderStats } from './stats.js'

type Embedding = Parameters<typeof renderStats>[0]['embedding']
type Embedded = Parameters<typeof renderEmbedded>[0]

const idle: Embedding = {
  state: 'idle',
  model: 'packaged:minilm 384d',
  queued: 0,
  indexed: 1_204,
  failed: 0,
  skipped: 0,
  dropped: 0,
  pending: 0,
  reason: null,
}
const done: Embedded = { embedded: 0, failed: 0, skipped: 0, pending: 0, model: 'packaged:minilm 384d' }

function vectorsLine(rest: Partial<Embedding>): string | undefined {
  const stats = {
    items: 0,
    byKind: {},
    byTrust: {},
    sessions: 0,
    tags: [],
    forgotten: 0,
    auditRows: 0,
    firstAt: null,
    lastAt: null,
    index: { indexed: 0, stale: 0 },
    documents: { documents: 0, published: 0, pending: 0, sections: 0, indexed: 0, stale: 0 },
    embedding: { ...idle, ...rest },
  }
  const view = { style: createStyle(false), columns: 200, now: 0, zone: 'UTC' }
  const line = renderStats(stats, view)
    .split('\n')
    .find((row) => row.startsWith('vectors'))
  return line?.replace(/^vectors\s+/, '')
}

describe('vectors in stats', () => {
  it.each<[Partial<Embedding>, string]>([
    [{}, '1,204 texts by packaged:minilm 384d'],
    [{ state: 'working', pending: 31 }, '1,204 texts, 31 to do by packaged:minilm 384d'],
    [{ failed: 2, skipped: 7 }, '1,204 texts, 2 failed, 7 not in its language by packaged:minilm 384d'],
    [
      { state: 'stale', pending: 1, reason: 'run: recollect embed --all' },
      '1,204 texts, 1 to do by packaged:minilm 384d (stale: run: recollect embed --all)',
    ],
    [{ state: 'off', model: null, indexed: 0, pending: 4, reason: 'switched off' }, 'off: switched off'],
  ])('%j read: %s', (embedding, line) => {
    expect(vectorsLine(embedding)).toBe(line)
  })
})

describe('what embedding did', () => {
  it.each<[Partial<Embedded>, string]>([
    [{}, 'Nothing to do: the vectors are up to date, by packaged:minilm 384d.'],
    [{ embedded: 1 }, '1 text embedded by packaged:minilm 384d.'],
    [
      { embedded: 90, failed: 2, skipped: 3, pending: 5 },
      '90 texts embedded by packaged:minilm 384d, 2 refused by it in whole or in part, 3 not in its language. ' +
        '5 texts to go: run it again.',
    ],
  ])('%j reads: %s', (report, line) => {
    expect(renderEmbedded({ ...done, ...report })).toBe(line)
  })
})
