import { createPaste } from '../extraction/pasted.js'
import { proseLines } from '../extraction/prose.js'
import type { OwnWords } from './candidate.js'
import type { Message } from './message.js'
import { type ShownTexts, stripInjected } from './strip-injected.js'
import type { Pair } from './window.js'

/**
 * What the user said in a window, in their own words: nothing that was recalled, injected or pasted.
 *
 * @param shown what had been shown before a message: what the assistant repeats of it later takes nothing away
 */
export function ownWordsOf(pairs: readonly Pair[], shown: (message: Message) => ShownTexts): OwnWords[] {
  return pairs.flatMap(({ user }, place) =>
    user.map((message, index) => ({
      text: ownText(stripInjected(message.content, shown(message))),
      item: message.item ?? null,
      at: message.at ?? null,
      isAnswer: index === 0 && (pairs[place - 1]?.assistant.length ?? 0) > 0,
    })),
  )
}

/** The text with spaces instead of what was pasted into it. Places stay. */
function ownText(text: string): string {
  let rest = ''
  let at = 0
  for (const { span } of proseLines(text, 0, text.length, createPaste(text))) {
    // slice-ok: at the borders of lines
    rest += blank(text.slice(at, span[0])) + text.slice(...span)
    at = span[1]
  }
  return rest + blank(text.slice(at)) // slice-ok: at the border of a line
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
