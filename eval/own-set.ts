import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EvalSet, Unit } from './sets.js'

/** The conversations and questions of eval/own, written for this project. */
export function readOwnSet(): EvalSet {
  const questions = readLines('questions.jsonl', question)
  return {
    name: 'own',
    groups: new Map([
      ['nora', readLines('nora.en.jsonl', message).map(unitOf)],
      ['xiaoyu', readLines('xiaoyu.zh.jsonl', message).map(unitOf)],
    ]),
    questions: questions.map(({ query, ...rest }, index) => ({
      ...rest,
      id: String(index + 1),
      text: query,
      goldSessions: [...new Set(rest.gold.map((place) => place.replace(/ \d+$/, '')))],
    })),
  }
}

const message = z.object({ role: z.string(), content: z.string(), at: z.string(), session: z.string() })

const question = z.object({
  group: z.string(),
  query: z.string(),
  gold: z.array(z.string()),
  now: z.string(),
  type: z.string(),
})

const folder = join('eval', 'own')

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)))
}

/** Units are named by their place, as the gold names them. */
function unitOf(
  { role, content, at, session }: z.infer<typeof message>,
  index: number,
  all: readonly { readonly session: string }[],
): Unit {
  const position = all.slice(0, index + 1).filter((other) => other.session === session).length
  return { id: `${session} ${position}`, text: content, at, session, role, speaker: null }
}
