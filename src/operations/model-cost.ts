import { z } from 'zod'
import type { Spine } from '../items/spine.js'
import { type ChatModels, chatRoles } from '../model/chat/chat-models.js'
import { dayOf, readUse } from '../model/chat/model-use.js'
import type { BankId } from '../reach.js'

const count = z.number()

/** What the chat models of a bank were used for. Days are of UTC, as the ceiling's. */
export const modelCost = z.object({
  models: z
    .array(z.object({ role: z.string(), model: z.string().nullable() }))
    .describe('which model each role would use now; null: none'),
  ceiling: count.describe('tokens that this bank may use in a day'),
  usedToday: count.describe('tokens, those set aside for calls that run included'),
  leftToday: count,
  days: z
    .array(
      z.object({
        day: z.string().describe('UTC, like 2025-06-30'),
        role: z.string(),
        model: z.string(),
        calls: count,
        failures: count.describe('calls without a usable answer'),
        refused: count.describe('calls that the ceiling did not let through'),
        estimated: count.describe('calls whose tokens no server told'),
        inputTokens: count,
        outputTokens: count,
      }),
    )
    .describe('the last 30 days, newest first'),
})

export async function costOf(
  { store, env }: Spine,
  bank: BankId,
  models: ChatModels,
  ceiling: number,
): Promise<z.input<typeof modelCost>> {
  const today = dayOf(env.now())
  const rows = await store.read(readUse, bank, today - DAYS + 1)
  const usedToday = rows
    .filter(({ day }) => day === today)
    .reduce((total, { inputTokens, outputTokens }) => total + inputTokens + outputTokens, 0)
  return {
    models: chatRoles.map((role) => ({ role, model: models.nameOf(role) ?? null })),
    ceiling,
    usedToday,
    leftToday: Math.max(0, ceiling - usedToday),
    days: rows.map(({ day, ...use }) => ({ day: spokenDay(day), ...use })),
  }
}

const DAYS = 30

const spokenDay = (day: number) => new Date(day * 86_400_000).toISOString().substring(0, 10) // slice-ok: a date
