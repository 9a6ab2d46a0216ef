import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import type { ChatRole } from './chat-models.js'

/** What one role's calls of one model are counted under, and in which day (UTC). */
export interface UseKey {
  readonly bank: string
  readonly day: number
  readonly role: ChatRole
  readonly model: string
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

export interface ModelUse {
  readonly day: number
  readonly role: string
  readonly model: string
  readonly calls: number
  readonly failures: number
  /** Calls that the ceiling did not let through; they are in no other number. */
  readonly refused: number
  /** Calls whose tokens no server told. */
  readonly estimated: number
  readonly inputTokens: number
  readonly outputTokens: number
}

export const dayOf = (at: number): number => Math.floor(at / 86_400_000)

/**
 * Sets tokens aside before a call, so that calls at the same time cannot together pass the ceiling: what is left of the
 * day is undefined then, and the tokens that are left where it would be passed. A call that is never settled keeps them.
 */
export function* reserveUse(key: UseKey, tokens: Tokens, dailyTokens: number): Tx<number | undefined> {
  const left = dailyTokens - (yield* usedOn(key.bank, key.day))
  const isRefused = tokens.input + tokens.output > left
  yield* addUse(
    key,
    isRefused
      ? { ...NOTHING, refused: 1 }
      : { ...NOTHING, calls: 1, estimated: 1, inputTokens: tokens.input, outputTokens: tokens.output },
  )
  return isRefused ? Math.max(0, left) : undefined
}

/** Puts what a call used in the place of what was set aside for it. `isEstimated`: no server told. */
export function* settleUse(
  { bank, day, role, model }: UseKey,
  reserved: Tokens,
  used: Tokens & { readonly isEstimated: boolean; readonly isFailure: boolean },
): Tx<void> {
  // Where the rows were cleared in between there is nothing to settle.
  yield* run(sql`
    update model_use set
      failures = failures + ${Number(used.isFailure)},
      estimated = estimated - ${Number(!used.isEstimated)},
      input_tokens = input_tokens + ${used.input - reserved.input},
      output_tokens = output_tokens + ${used.output - reserved.output}
    where bank = ${bank} and day = ${day} and role = ${role} and model = ${model}`)
}

/** Tokens of a bank's day, those set aside included. */
function* usedOn(bank: string, day: number): Tx<number> {
  const row = yield* get<{ used: number | null }>(sql`
    select cast(sum(input_tokens + output_tokens) as bigint) as used
    from model_use where bank = ${bank} and day = ${day}`)
  return row?.used ?? 0
}

/** Newest day first. */
export function* readUse(bank: string, sinceDay: number): Tx<ModelUse[]> {
  return yield* all<ModelUse>(sql`
    select day, role, model, calls, failures, refused, estimated,
      input_tokens as "inputTokens", output_tokens as "outputTokens"
    from model_use where bank = ${bank} and day >= ${sinceDay} order by day desc, role, model`)
}

/** Removes what a bank's models were used for. */
export function* clearUse(bank: string): Tx<number> {
  return yield* run(sql`delete from model_use where bank = ${bank}`)
}

type Counts = Omit<ModelUse, 'day' | 'role' | 'model'>

const NOTHING: Counts = { calls: 0, failures: 0, refused: 0, estimated: 0, inputTokens: 0, outputTokens: 0 }

function* addUse({ bank, day, role, model }: UseKey, counts: Counts): Tx<void> {
  const { calls, failures, refused, estimated, inputTokens, outputTokens } = counts
  yield* run(sql`
    insert into model_use
      (bank, day, role, model, calls, failures, refused, estimated, input_tokens, output_tokens)
    values (${bank}, ${day}, ${role}, ${model}, ${calls}, ${failures}, ${refused}, ${estimated}, ${inputTokens},
      ${outputTokens})
    on conflict (bank, day, role, model) do update set
      calls = model_use.calls + excluded.calls,
      failures = model_use.failures + excluded.failures,
      refused = model_use.refused + excluded.refused,
      estimated = model_use.estimated + excluded.estimated,
      input_tokens = model_use.input_tokens + excluded.input_tokens,
      output_tokens = model_use.output_tokens + excluded.output_tokens`)
}
