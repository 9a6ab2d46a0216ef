import { stripFenced } from '../../text/fence.js'
import type { ShownTexts } from './shown-texts.js'

/**
 * Blanks what was injected into a user's message, so that nothing is learnt from what was only shown: blocks of memory,
 * whatever was done to their fence, and sentences that say word for word what was shown without one. Places stay.
 */
export function stripInjected(text: string, ...shown: readonly Pick<ShownTexts, 'spansIn'>[]): string {
  let rest = stripFenced(text)
  for (const texts of shown) {
    let blanked = ''
    let at = 0
    for (const [from, to] of texts.spansIn(rest)) {
      // slice-ok: at borders of sentences and words
      blanked += rest.substring(at, from) + rest.substring(from, to).replace(/[^\n]/g, ' ')
      at = to
    }
    // slice-ok: at borders of sentences and words
    rest = blanked + rest.substring(at)
  }
  return rest
}
