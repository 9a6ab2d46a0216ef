import type { Question } from '../../search/question.js'
import { clip } from '../../text/clip.js'
import { normaliseWithOffsets } from '../../text/fold.js'
import { lex, PAIR, PART, SINGLE } from '../../text/lex.js'
import { classAt, isContinuous } from '../../text/scripts.js'
import { stem } from '../../text/stem.js'
import { isStopWord } from '../../text/stop-words.js'

/**
 * What a question asks for and no section holds, as the asker wrote it. Of a run of characters without spaces, that which
 * stands in no pair that some section has: 量子假期 where the sections speak of 假期 leaves 量子.
 *
 * @param frequencies how many sections hold each term of the question
 */
export function gapsOf({ query }: Question, frequencies: readonly number[]): string[] {
  const held = new Map(query.terms.map(({ token }, index) => [token, (frequencies[index] ?? 0) > 0]))
  const source = normaliseWithOffsets(query.plain)
  const words = new Map<number, Word>()
  const signs: Sign[] = []
  lex(source.text, (form, kind, start, end) => {
    const isHeld = held.get(kind === SINGLE || kind === PAIR ? form : stem(form))
    if (form === '' || isHeld === undefined) return
    if (kind === SINGLE) signs.push({ start, end, isHeld, isCovered: false })
    else if (isContinuous(classAt(form, 0))) {
      if (isHeld) for (const sign of signs) if (sign.start >= start && sign.end <= end) sign.isCovered = true
    } else if (kind === PART) {
      const word = words.get(start)
      // `myservice` is no half of `my_service`, but another way to write it.
      if (word !== undefined && form === word.joined) word.isHeld ||= isHeld
      else word?.parts.push(isHeld)
    } else if (!SAYS_LITTLE.has(form) && !isStopWord(form))
      words.set(start, { start, end, isHeld, joined: form.replace(/[-_]+/g, ''), parts: [] })
  })
  const gaps = [...[...words.values()].filter(isMissing), ...runsOf(signs)].sort((a, b) => a.start - b.start)
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
  isHeld: boolean
  readonly joined: string
  /** Whether each half of an identifier is held. */
  readonly parts: boolean[]
}

interface Sign extends Place {
  readonly isHeld: boolean
  isCovered: boolean
}

/** `my_service` is there where both its halves are. */
function isMissing({ isHeld, parts }: Word): boolean {
  return !isHeld && !(parts.length > 0 && parts.every((part) => part))
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
