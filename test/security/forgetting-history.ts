import { segment } from '../../src/text/segment.js'
import type { Random } from '../random.js'

/** A text to be remembered, with what identifies it and nothing else. */
export interface Sample {
  readonly text: string
  /** Present: it comes as a turn of a conversation, with names of people and sessions. */
  readonly turn: { readonly session: string; readonly speaker: string } | null
  /** Of a note. */
  readonly tags?: readonly string[]
}

/** Texts of all sizes and scripts; each holds something that no other one holds, as far as its length allows. */
export function createSampler(random: Random): (index: number) => Sample {
  const common = Array.from({ length: 2_000 }, () => random.letters(3 + random.int(7)))
  const prose = (chars: number): string => {
    let text = ''
    while (text.length < chars)
      text += `${text === '' ? '' : ' '}${common[random.int(random.int(2_000) + 1)]}`
    return text
  }
  const chinese = (chars: number): string =>
    Array.from({ length: chars }, () => String.fromCodePoint(0x4e00 + random.int(6_000))).join('')

  const shapes: readonly ((index: number) => string)[] = [
    // A word of its own, at random; the next in a row, which shares all but its end with its neighbours; names.
    () => `${prose(60)} ${random.letters(14)} ${prose(40)}`,
    (index) => `${prose(50)} sequence${String(index).padStart(7, '0')} ${prose(30)}`,
    (index) =>
      `ticket${index} is about ${prose(20)} and snake_${random.letters(9)}_case in src/${random.letters(11)}.ts`,
    () => `${chinese(6)}，${chinese(14)}。${chinese(9)}`,
    () => `${prose(20)} 😀 ${chinese(5)} ${random.letters(12)} naïve ${random.letters(8)}é`,
    () => random.letters(8 + random.int(6)),
  ]

  return (index) => {
    const text = sized(index)
    const isTurn = index % 3 === 0
    return {
      text,
      // Some that it alone has, one that many have.
      ...(isTurn || index % 4 !== 1
        ? {}
        : { tags: [`tag of ${random.letters(13)}`, 'shared by many notes'] }),
      turn: isTurn
        ? {
            session: `session about ${random.letters(16)}`,
            speaker: `${random.letters(10)} ${random.letters(12)}`,
          }
        : null,
    }
  }

  function sized(index: number): string {
    const kind = random.int(100)
    if (kind === 0) return String.fromCodePoint(0x20000 + index)
    if (kind === 1) return `${prose(10_000 + random.int(190_000))} ${random.letters(15)}`
    // Around the sizes at which a row begins to spill over to further pages, and fills them exactly.
    if (kind < 6)
      return `${random.letters(13)} ${prose(random.pick([2_000, 4_030, 4_058, 4_061, 4_096, 8_192]) - 14)}`
    return random.pick(shapes)(index)
  }
}

/** Everything of it that goes into the index. */
export function tokensOf(text: string): string[] {
  const { words, parts } = segment(text)
  return [...words, ...parts]
}
