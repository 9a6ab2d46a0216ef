import { normalise } from '../../text/fold.js'
import { lex, PART, WORD } from '../../text/lex.js'
import type { Query } from '../../text/query.js'
import { stem } from '../../text/stem.js'

/** An identifier of a question, as `service_desk`, `serviceDesk` or `service/desk`. All are tokens, as indexed. */
export interface Compound {
  readonly word: string
  /** The whole written otherwise, as `servicedesk`. */
  readonly joined: readonly string[]
  /** The words that it is made of; none where they say less apart, as numbers and single letters do. */
  readonly halves: readonly string[]
}

/** The identifiers of a question, by their tokens: what says all halves of one says it. */
export function compoundsOf({ plain }: Pick<Query, 'plain'>): ReadonlyMap<string, Compound> {
  const found = new Map<string, { readonly form: string; readonly parts: string[] }>()
  let last: string[] | undefined
  lex(normalise(plain), (form, kind) => {
    if (kind === PART) last?.push(form)
    else if (kind === WORD) {
      last = []
      found.set(stem(form), { form, parts: last })
    }
  })
  const compounds = new Map<string, Compound>()
  for (const [word, { form, parts }] of found) {
    if (parts.length === 0) continue
    const joined = parts.filter((part) => isMadeOf(part, parts))
    const halves = parts.filter((part) => !joined.includes(part))
    const whole = bare(form)
    compounds.set(word, {
      word,
      joined: joined.filter((part) => part === whole).map(stem),
      halves: halves.length > 1 && halves.every((half) => WORDLIKE.test(half)) ? halves.map(stem) : [],
    })
  }
  return compounds
}

const WORDLIKE = /^\p{L}{2,}$/u

/** Whether a part is others put together: at most a few, and short. */
function isMadeOf(part: string, parts: readonly string[]): boolean {
  const whole = bare(part)
  const others = parts.filter((other) => other !== part && other !== whole)
  const reached = new Set([0])
  for (let at = 0; at < whole.length; at++) {
    if (!reached.has(at)) continue
    for (const other of others)
      if (other !== '' && whole.startsWith(other, at)) reached.add(at + other.length)
  }
  return reached.has(whole.length)
}

function bare(form: string): string {
  return form.replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
}
