import type { EmbeddingModel } from '../model/embedder.js'
import { classAt, isContinuous, LOWER, UPPER, widthAt } from '../text/scripts.js'

/**
 * Whether a model knows the script that most letters of a text are in. A model that was trained on English makes vectors
 * of anything, but those of Chinese are noise that other noise is near to.
 */
export function canRead({ languages }: Pick<EmbeddingModel, 'languages'>, text: string): boolean {
  if (languages === 'all') return true
  let latin = 0
  let other = 0
  const end = Math.min(text.length, CHARS_LOOKED_AT)
  for (let at = 0; at < end; at += widthAt(text, at)) {
    const charClass = classAt(text, at)
    if (charClass !== LOWER && charClass !== UPPER && !isContinuous(charClass)) continue
    if (isLatin(text.charCodeAt(at))) latin += 1
    else other += 1
  }
  return other <= latin
}

const CHARS_LOOKED_AT = 20_000

function isLatin(unit: number): boolean {
  return unit < 0x250 || (unit >= 0x1e00 && unit <= 0x1eff) || (unit >= 0xff21 && unit <= 0xff5a)
}
