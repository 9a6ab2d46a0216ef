/** A step of a conversation, as every provider knows it. A call always has its result in the turn behind it. */
export type PromptTurn =
  | ({ readonly role: 'user'; readonly text: string } & Shortenable)
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly PromptCall[] }
  | { readonly role: 'tool'; readonly results: readonly PromptResult[] }

export interface PromptCall extends Shortenable {
  readonly callId: string
  readonly tool: string
  /** As the model wrote them: JSON, where it wrote JSON. */
  readonly input: string
}

export interface PromptResult extends Shortenable {
  readonly callId: string
  readonly tool: string
  readonly text: string
  readonly isError: boolean
}

interface Shortenable {
  /** Where all of it is, in words; absent of what is never cut. */
  readonly whole?: string
}

/** All that a turn says, for counting it and for knowing it again. */
export function textsOf(turn: PromptTurn): readonly string[] {
  switch (turn.role) {
    case 'user':
      return [turn.text]
    case 'assistant':
      return [turn.text, ...turn.calls.flatMap(({ tool, input }) => [tool, input])].filter(
        (one) => one !== '',
      )
    case 'tool':
      return turn.results.map(({ text }) => text)
  }
}
