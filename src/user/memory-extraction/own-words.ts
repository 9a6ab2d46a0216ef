import { createPaste } from '../extraction/pasted.js'
import { proseLines } from '../extraction/prose.js'
import type { OwnWords } from './candidate.js'
import type { Message } from './message.js'
import { type ShownTexts, stripInjected } from './strip-injected.js'
import type { Pair } from './window.js'

/** What the user said in a window, in their own words: nothing that was recalled, injected or pasted. */
export function ownWordsOf(pairs: readonly Pair[], shown: ShownTexts): OwnWords[] {
  return pairs.flatMap(({ user }, place) =>
    user.map(({ content, item, at }: Message, index) => ({
      text: ownText(stripInjected(content, shown)),
      item: item ?? null,
      at: at ?? null,
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
