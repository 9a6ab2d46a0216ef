import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import type { Reach } from '../../reach.js'
import type { Store } from '../../store/store.js'
import { estimateTokens } from '../../text/estimate-tokens.js'
import type { Spent } from './chat-model.js'
import type { ChatRole, ChatTrouble } from './chat-models.js'
import type { Exchange } from './exchange.js'
import { dayOf, reserveUse, settleUse, type Tokens } from './model-use.js'

/**
 * Counts what models use, and keeps each bank under its ceiling. Counts are no change of what is remembered, so they
 * have no audit row; an operation that asks a model has its own.
 */
export interface Meter {
  /** To be called before each call: no token is used that was not set aside. `tokens`: what it may take at most. */
  reserve(reach: Reach, role: ChatRole, model: string, tokens: Tokens): Promise<Reserved | NotReserved>
}

export interface Reserved {
  /** Once the call is over. Without an exchange it was given up: then what was set aside is taken as used. */
  settle(exchange: Exchange<Spent> | undefined, isFailure: boolean): Promise<void>
}

export interface NotReserved {
  readonly reason: ChatTrouble
  readonly detail: string
}

export function createMeter(store: Store, env: Pick<Env, 'now'>, dailyTokens: number): Meter {
  return {
    reserve: async (reach, role, model, tokens) => {
      const key = { bank: reach.writes, day: dayOf(env.now()), role, model }
      try {
        const left = await store.within({ writes: [reach.writes] }).tx(reserveUse, key, tokens, dailyTokens)
        if (left !== undefined) {
          return {
            reason: 'ceiling',
            detail:
              `${left} of ${dailyTokens} tokens of this day (UTC) are left, and this call may take ` +
              `${tokens.input + tokens.output}: RECOLLECT_MODEL_DAILY_TOKENS`,
          }
        }
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error
        return { reason: 'unavailable', detail: `what models use cannot be counted: ${error.message}` }
      }
      return {
        settle: async (exchange, isFailure) => {
          const used = { ...usedBy(exchange, tokens), isFailure }
          try {
            await store.within({ writes: [reach.writes] }).tx(settleUse, key, tokens, used)
          } catch (error) {
            // What was set aside stays counted: too much rather than too little.
            if (!(error instanceof MemoryError)) throw error
          }
        },
      }
    },
  }
}

function usedBy(
  exchange: Exchange<Spent> | undefined,
  reserved: Tokens,
): Tokens & { readonly isEstimated: boolean } {
  if (exchange === undefined) return { ...reserved, isEstimated: true }
  if ('failure' in exchange) {
    return exchange.failure.isSpent
      ? { ...reserved, isEstimated: true }
      : { input: 0, output: 0, isEstimated: false }
  }
  const { usage, text } = exchange.reply
  return usage === undefined
    ? { input: reserved.input, output: estimateTokens(text), isEstimated: true }
    : { input: usage.inputTokens, output: usage.outputTokens, isEstimated: false }
}
