import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from '../src/user/extraction/extract.js'

/** CoNLL04: sentences of news, which the rules are not made for. Reported, and held to nothing. */
export interface NewsFigures {
  readonly gold: number
  readonly predicted: number
  readonly precision: number
  readonly recall: number
}

/** Who works for whom and who lives where, as far as the sentences state it. */
export function measureNews(folder: string): NewsFigures {
  let [gold, predicted, right] = [0, 0, 0]
  for (const { text, entities, relations } of readNews(folder)) {
    const wanted = relations.flatMap(({ head, tail, type }) => {
      const known = labels.get(type)
      const [from, to] = [entities[head]?.text ?? '', entities[tail]?.text ?? '']
      return known === undefined ? [] : [`${from}|${known}|${to}`]
    })
    const found = extract(text)
    const claims = new Set(
      found.statements.flatMap(({ subject, relation }) => {
        if (relation === null || subject === 'speaker' || relation.object === 'speaker') return []
        if (![...labels.values()].includes(relation.type)) return []
        const nameOf = (party: number) => text.substring(...found.entities[party]!.names[0]!)
        return [`${nameOf(subject)}|${relation.type}|${nameOf(relation.object)}`]
      }),
    )
    gold += wanted.length
    predicted += claims.size
    right += [...claims].filter((claim) => wanted.includes(claim)).length
  }
  return { gold, predicted, precision: right / Math.max(1, predicted), recall: right / Math.max(1, gold) }
}

/** Whether a folder of sets holds them. */
export function hasNews(folder: string): boolean {
  return existsSync(fileOf(folder))
}

const labels = new Map([
  ['Work_For', 'works_at'],
  ['Live_In', 'lives_in'],
])

interface Row {
  readonly text: string
  readonly entities: readonly { readonly text: string }[]
  readonly relations: readonly { readonly head: number; readonly tail: number; readonly type: string }[]
}

function fileOf(folder: string): string {
  return join(folder, 'relation', 'conll04.jsonl.gz')
}

function readNews(folder: string): Row[] {
  const lines = gunzipSync(readFileSync(fileOf(folder)))
    .toString('utf8')
    .split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
}
