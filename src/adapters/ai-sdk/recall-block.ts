import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import { estimateTokens } from '../../text/tokens.js'

/** What is to be recalled, and for what. */
export interface Asked {
  readonly session: string
  readonly question: string
  readonly budgetTokens: number
  readonly signal: AbortSignal
}

/**
 * What is remembered that concerns a question, fenced for a prompt; undefined where that is nothing. The turns of the
 * session are not in it: the program sends them itself.
 */
export async function recallBlock(memory: Memory, asked: Asked): Promise<string | undefined> {
  const { session, question, budgetTokens, signal } = asked
  const share = (part: number) => ({ budgetTokens: Math.round(budgetTokens * part) })
  const wanted = {
    ask: question,
    format: 'ai-sdk' as const,
    // The turns take part so that nothing of them is said again, and so does the question: both are not ours to cut.
    budgetTokens: budgetTokens + TURN_TOKENS + 2 * estimateTokens(question),
    blocks: {
      recent_turns: { budgetTokens: TURN_TOKENS },
      transcript_summary: { off: true },
      user_memory: share(0.3),
      recall: share(0.6),
    },
  }
  const assemble = async (known: object) => memory.promptAssemble({ ...wanted, ...known }, { signal })
  const { messages = [] } = await assemble({ session }).catch((error: unknown) => {
    // Its first event makes the session.
    if (error instanceof MemoryError && error.code === 'not_found') return assemble({})
    throw error
  })
  const blocks = messages.flatMap(textsOf).filter((text) => text.startsWith(MARK))
  return blocks.length === 0 ? undefined : blocks.join('\n\n')
}

/** Of the first and the last message, between which the turns stand. */
function textsOf(message: unknown, index: number, all: readonly unknown[]): string[] {
  const { role, content } = message as { readonly role: string; readonly content: unknown }
  if (role === 'system' && typeof content === 'string') return [content]
  if (index < all.length - 1 || role !== 'user' || !Array.isArray(content)) return []
  return content.flatMap(({ text }: { readonly text?: unknown }) => (typeof text === 'string' ? [text] : []))
}

const TURN_TOKENS = 4_000
const MARK = '<recollect-memory '
