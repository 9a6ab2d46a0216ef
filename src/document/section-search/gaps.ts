import type { Question } from '../../search/question.js'
import { clip } from '../../text/clip.js'
import { normaliseWithOffsets } from '../../text/fold.js'
import { lex, PAIR, SINGLE, WORD } from '../../text/lex.js'
import { classAt, isContinuous } from '../../text/scripts.js'
import { stem } from '../../text/stem.js'
import { isStopWord } from '../../text/stop-words.js'
import { type Compound, compoundsOf } from './compounds.js'
import { isFraming } from './framing-words.js'

/**
 * What a question asks for and no section holds, as the asker wrote it. Of a run of characters without spaces, that which
 * stands in no pair that some section has: 量子假期 where the sections speak of 假期 leaves 量子.
 *
 * @param frequencies how many sections hold each term of the question
 */
export function gapsOf({ query }: Question, frequencies: readonly number[]): string[] {
  if (query.isGrammar) return []
  const compounds = compoundsOf(query)
  const held = new Map(query.terms.map(({ token }, index) => [token, (frequencies[index] ?? 0) > 0]))
  const source = normaliseWithOffsets(query.plain)
  const words: Word[] = []
  const signs: Sign[] = []
  lex(source.text, (form, kind, start, end) => {
    const isHeld = held.get(kind === SINGLE || kind === PAIR ? form : stem(form))
    if (form === '' || isHeld === undefined) return
    if (kind === SINGLE) signs.push({ start, end, isHeld, isCovered: false })
    else if (isContinuous(classAt(form, 0))) {
      if (isHeld) for (const sign of signs) if (sign.start >= start && sign.end <= end) sign.isCovered = true
    } else if (kind === WORD && !SAYS_LITTLE.has(form) && !isStopWord(form) && !isFraming(form))
      words.push({ start, end, isHeld: isHeld || isSaid(compounds.get(stem(form)), held) })
  })
  const gaps = [...words.filter((word) => !word.isHeld), ...runsOf(signs)].sort((a, b) => a.start - b.start)
  const written = gaps.map(
    ({ start, end }) => query.plain.substring(source.starts[start] ?? 0, source.ends[end - 1] ?? 0), // slice-ok: whole words
  )
  return [...new Set(written)].map((gap) => clip(gap, GAP_MAX_CHARS)).slice(0, GAPS_MAX) // slice-ok: a list
}

const GAPS_MAX = 10
const GAP_MAX_CHARS = 100

interface Place {
  readonly start: number
  readonly end: number
}

interface Word extends Place {
  readonly isHeld: boolean
}

interface Sign extends Place {
  readonly isHeld: boolean
  isCovered: boolean
}

/** `my_service` is there where `myservice` is, or both its halves are. */
function isSaid(compound: Compound | undefined, held: ReadonlyMap<string, boolean>): boolean {
  if (compound === undefined) return false
  const { joined, halves } = compound
  const isThere = (token: string) => held.get(token) ?? true
  return joined.some((token) => held.get(token) === true) || (halves.length > 0 && halves.every(isThere))
}

/** Characters in a row that no known pair covers. One alone is a gap only where it stands nowhere at all. */
function runsOf(signs: readonly Sign[]): Place[] {
  const runs: { start: number; end: number; signs: Sign[] }[] = []
  for (const sign of signs) {
    if (sign.isCovered) continue
    const last = runs.at(-1)
    if (last?.end === sign.start) {
      last.end = sign.end
      last.signs.push(sign)
    } else runs.push({ start: sign.start, end: sign.end, signs: [sign] })
  }
  return runs.filter((run) => run.signs.length > 1 || !run.signs[0]!.isHeld)
}

/** Content words that carry no subject: nobody misses them. */
const SAYS_LITTLE: ReadonlySet<string> = new Set(
  (
    'many much long often need want get gets use used using make makes know find tell give show explain describe mean ' +
    'means happen happens kind way thing things someone anyone exactly possible'
  ).split(' '),
)
