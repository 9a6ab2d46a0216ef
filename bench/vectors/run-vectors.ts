import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inChild } from '../child.js'
import { hasPeer, installPeers } from '../peers.js'
import { median } from '../statistics.js'
import type { VectorMeasures } from './measure-vectors.js'
import { scanBesideFloor } from './scan-floor.js'
import { originOf, smallOf, VECTOR_DIMENSIONS } from './vector-set.js'
import { vectorSubjects } from './vector-subjects.js'

/** Measures the search of vectors, questions' vectors given, and says it as a table: medians over rounds, A B A B. */
export async function runVectors(
  sizes: readonly number[],
  rounds: number,
  file: string | undefined,
): Promise<string> {
  installPeers()
  const home = mkdtempSync(join(tmpdir(), 'recollect-vectors-'))
  try {
    const blocks = [originOf(file)]
    for (const items of sizes) blocks.push(await runSize(join(home, String(items)), items, rounds, file))
    return blocks.join('\n\n')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function runSize(
  home: string,
  items: number,
  rounds: number,
  file: string | undefined,
): Promise<string> {
  mkdirSync(home)
  await inChild({ task: 'vector-set', folder: home, items, ...(file === undefined ? {} : { file }) })
  const present = vectorSubjects.filter(({ peer }) => peer === undefined || hasPeer(peer))
  const homes = new Map<string, string>()
  for (const { name } of present) {
    const own = mkdtempSync(join(home, 'store-'))
    homes.set(name, own)
    await inChild({ task: 'vector-fill', system: name, home: own, folder: home })
  }
  const measured = new Map<string, VectorMeasures[]>(present.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const { name } of present) {
      const result = await inChild({ task: 'vector-ask', system: name, home: homes.get(name)!, folder: home })
      measured.get(name)!.push(result)
    }
  }
  rmSync(home, { recursive: true })
  const lines = [...measured].map(([name, results]) => {
    const of = (measure: keyof VectorMeasures) => median(results.map((result) => result[measure]))
    const cells = [
      name,
      ms(of('p50')),
      ms(of('p95')),
      of('recall').toFixed(3),
      ms(of('smallP50')),
      (of('smallP50') / of('p50')).toFixed(2),
      of('smallRecall').toFixed(3),
      ms(of('openMs')),
      ms(of('lateMs')),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    `### ${items} vectors, beside a bank of ${smallOf(items)}`,
    '',
    '| | p50 ms | p95 ms | recall@10 | bank of 1 % p50 ms | share of the whole | recall@10 | open to first answer ms | timer late at most ms |',
    `|${' --- |'.repeat(9)}`,
    ...lines,
    '',
    scanLine(items),
  ].join('\n')
}

function scanLine(items: number): string {
  const { scanMs, floorMs } = scanBesideFloor(items, VECTOR_DIMENSIONS)
  return `The first look at all signs takes ${ms(scanMs)} ms, reading the same bytes ${ms(floorMs)}: ${(scanMs / floorMs).toFixed(1)} times.`
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0)
}
