import { setImmediate as nextTurn } from 'node:timers/promises'
import { clip } from '../../text/clip.js'
import { createPaste } from '../extraction/pasted.js'
import { proseLines } from '../extraction/prose.js'
import type { OwnWords } from './candidate.js'
import type { Message } from './message.js'
import type { ShownMemory } from './shown-memory.js'
import { createShownTexts, type ShownTexts } from './shown-texts.js'
import { stripInjected } from './strip-injected.js'
import type { Pair } from './window.js'

/** So much of a message is read: who wrote more pasted it. */
const MESSAGE_CHARS = 16_384

/**
 * What the user said in a window, in their own words: nothing that was recalled, injected or pasted. Lets other work run
 * between the texts it reads.
 *
 * @param messages the whole conversation: what was said before a message was shown with it, what is repeated later takes
 * nothing away
 */
export async function ownWordsOf(
  messages: readonly Message[],
  pairs: readonly Pair[],
  memory: ShownMemory,
): Promise<OwnWords[]> {
  const known = createShownTexts()
  const pause = pauses()
  for (const text of memory.kept) {
    known.keep(text)
    await pause(text.length)
  }
  for (const text of memory.recalled) {
    known.keep(text)
    known.show(text)
    await pause(text.length)
  }
  const said = new Map<Message, ShownTexts>()
  const words: OwnWords[] = []
  for (const [place, { user }] of pairs.entries()) {
    for (const [index, message] of user.entries()) {
      const before = messages.slice(0, messages.indexOf(message)).filter(({ role }) => role !== 'user')
      const shown: ShownTexts[] = [known]
      for (const one of before.slice(-SAID_BEFORE)) {
        const texts = said.get(one) ?? createShownTexts()
        if (!said.has(one)) {
          texts.show(one.content)
          said.set(one, texts)
          await pause(one.content.length)
        }
        shown.push(texts)
      }
      const content = clip(message.content, MESSAGE_CHARS)
      words.push({
        text: withoutPasted(stripInjected(content, ...shown)),
        item: message.item ?? null,
        at: message.at ?? null,
        isAnswer: index === 0 && (pairs[place - 1]?.assistant.length ?? 0) > 0,
      })
      await nextTurn()
    }
  }
  return words
}

/** What was said longer ago, nobody quotes. */
const SAID_BEFORE = 50

/** Lets other work run whenever so much text was read. */
function pauses(): (chars: number) => Promise<void> {
  let read = 0
  return async (chars) => {
    read += Math.min(chars, CHARS_AT_ONCE)
    if (read < CHARS_AT_ONCE) return
    read = 0
    await nextTurn()
  }
}

const CHARS_AT_ONCE = 65_536

/** The text with spaces instead of what was pasted into it. Places stay. */
function withoutPasted(text: string): string {
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
