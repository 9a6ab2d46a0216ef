import { maskPrivateKeys } from './private-keys.js'
import { dropPrivateSpans } from './private-spans.js'
import { secretShapes } from './secret-shapes.js'

export interface Redacted {
  readonly text: string
  /** How many secrets were masked and private spans dropped. */
  readonly masked: number
}

interface RedactOptions {
  /** What a person wrote: a private span of theirs that is never closed runs to the end. Default false. */
  readonly isPersons?: boolean
}

/**
 * A text without what nobody meant to keep: `<private>…</private>` spans are dropped, and secrets known by their shape are
 * masked, so that it still says what stood there (`sk-…`). By shape alone: a password in a sentence stays
 * (src/user/memory-extraction/holds-secret.ts sees that too). Linear: every pattern is of bounded length or read once.
 *
 * @example redact('key AKIA' + 'ABCDEFGHIJKLMNOP').text // 'key AKIA…'
 */
export function redact(text: string, { isPersons = false }: RedactOptions = {}): Redacted {
  const spoken = dropPrivateSpans(text, isPersons)
  const keys = maskPrivateKeys(spoken.text, MASK)
  let masked = spoken.masked + keys.masked
  let rest = keys.text
  for (const { shape, isSecret } of secretShapes) {
    rest = rest.replace(shape, (whole: string, shown: string, value: string, at: number, all: string) => {
      if (isExample(value) || !isSecret(value, shown, all.charAt(at + whole.length))) return whole
      masked += 1
      return shown + MASK
    })
  }
  return { text: rest, masked }
}

const MASK = '…'

/** What documentation shows in a secret's place. */
function isExample(value: string): boolean {
  return (
    /example|your[_-]|changeme|placeholder|redacted|x{4}|\*{3}|\.{3}|…|^[<${%]/i.test(value) ||
    new Set(value).size < 5
  )
}
