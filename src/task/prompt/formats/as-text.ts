import { disarm, LINE_BREAKS } from '../../../text/disarm.js'
import type { Assembly, PromptPart } from '../assemble-prompt.js'
import type { PromptTurn } from '../prompt-turn.js'
import { withoutTokens } from '../render-block.js'

/**
 * The prompt as one text, for a model that takes no messages and for a person who looks. Lines of a turn behind its first
 * are set in, so that none passes for the turn of somebody else.
 */
export function asText({ tools, system, turns, context, ask }: Pick<Assembly, PromptPart>): string {
  const schemas = tools.map((tool) => JSON.stringify(tool))
  return [
    ...(schemas.length === 0 ? [] : [['Tools:', ...schemas].join('\n')]),
    ...system.map(({ text }) => text),
    ...(turns.length === 0 ? [] : [turns.flatMap(linesOf).join('\n')]),
    ...context.map(({ text }) => text),
    ...(ask === '' ? [] : [`user: ${setIn(ask)}`]),
  ].join('\n\n')
}

function linesOf(turn: PromptTurn): string[] {
  switch (turn.role) {
    case 'user':
      return [`user: ${setIn(turn.text)}`]
    case 'assistant':
      return [
        ...(turn.text === '' ? [] : [`assistant: ${setIn(disarm(turn.text))}`]),
        ...turn.calls.map(({ tool, input }) => `assistant calls ${setIn(tool)}: ${setIn(disarm(input))}`),
      ]
    case 'tool':
      return turn.results.map(
        ({ tool, text, isError }) =>
          `${isError ? 'error' : 'result'} of ${setIn(tool)}: ${setIn(disarm(text.replace(LINE_BREAKS, '\n')))}`,
      )
  }
}

function setIn(text: string): string {
  return withoutTokens(text).replace(LINE_BREAKS, '\n').replace(/\n/g, '\n  ')
}
