import type { z } from 'zod'
import type { ChatReply } from './chat-model.js'
import type { ChatQuestion, ChatTrouble } from './chat-models.js'
import { type AnswerProblem, repairJson } from './repair.js'

/** What an answer says, or why that cannot be known. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: ChatTrouble; readonly detail: string }

/** An answer as the schema's value: whole, or not at all. `json`: the schema as it was sent; `name`: of the model. */
export function readReply<T>(
  { text, ending }: ChatReply,
  { schema, maxOutputTokens }: Pick<ChatQuestion<T>, 'schema' | 'maxOutputTokens'>,
  json: object,
  name: string,
): Read<T> {
  if (ending === 'refused') return trouble('refused', `${name} would not answer`)
  if (ending === 'cut') {
    return trouble('unreadable', `the answer of ${name} was cut: ${maxOutputTokens} tokens were not enough`)
  }
  const repaired = repairJson(text)
  if (!repaired.ok) return trouble('unreadable', `the answer of ${name} ${PROBLEMS[repaired.problem]}`)
  const parsed = schema.safeParse(repaired.value)
  return parsed.success
    ? { ok: true, value: parsed.data }
    : trouble('wrong_shape', `the answer of ${name} has another shape: ${problemOf(parsed.error, json)}`)
}

export function trouble(reason: ChatTrouble, detail: string): Read<never> {
  return { ok: false, reason, detail }
}

const PROBLEMS: Readonly<Record<AnswerProblem, string>> = {
  empty: 'is empty',
  prose: 'holds no JSON',
  cut: 'ends in the middle',
  broken: 'holds JSON that is broken',
  several: 'holds several values, of which none is known to be meant',
}

/** Where and of what kind; of names that were answered only those that were asked for. */
export function problemOf({ issues: [issue] }: z.ZodError, json: object): string {
  if (issue === undefined) return 'unknown'
  const known = JSON.stringify(json)
  const path = issue.path.filter((part) => typeof part === 'number' || known.includes(JSON.stringify(part)))
  return path.length === 0 ? issue.code : `${issue.code} at ${path.join('.')}`
}
