import { fold } from '../../text/fold.js'
import { sentenceSpans } from '../../text/sentences.js'
import type { Span } from '../../text/span.js'
import { createAlike } from './alike-sentences.js'

/** Texts that may have been shown in a conversation, to be known again in what the user said. */
export interface ShownTexts {
  /** What memory holds: a sentence of it counts as a whole, since a part of it may say something else. */
  keep(text: string): void
  /** What was really shown, recalled or said by the assistant: each part of three words counts. */
  show(text: string): void
  /** The sentences of a text that were shown, word for word or nearly, with or without a label in front. */
  spansIn(text: string): Span[]
  /** How many looks at a word it took so far: the work grows with the text, not with text times memory. */
  readonly steps: number
}

/** So much of each text is read. Recalls show no more of one. */
const SHOWN_TEXT_CHARS = 32_768

/** Empty at first. Sentences are found by their first words, parts by their rarest pair of words. */
export function createShownTexts(): ShownTexts {
  const ids = new Map<string, number>()
  const idOf = (word: string): number => {
    const known = ids.get(word)
    if (known !== undefined) return known
    ids.set(word, ids.size + 1)
    return ids.size
  }
  /** A tree of whole sentences: from a node by a word to the next. */
  const next = new Map<number, number>()
  const ends = new Set<number>()
  const squeezed = new Set<string>()
  const shown: number[] = []
  const places = new Map<number, number[]>()
  const alike = createAlike()
  let nodes = 0
  let steps = 0

  const add = (sentence: string, fewest: (words: readonly string[]) => boolean): void => {
    const words = wordsOf(sentence)
    if (!fewest(words)) return
    squeezed.add(words.join(''))
    alike.add(words)
    if (words.length > SENTENCE_WORDS) return
    let node = 0
    for (const word of words) {
      const key = node * BASE + idOf(word)
      let to = next.get(key)
      if (to === undefined) {
        to = ++nodes
        next.set(key, to)
      }
      node = to
    }
    ends.add(node)
  }

  /** Whether a whole sentence begins here, and ends where one of the text's ends. Returns that end, or -1. */
  const sentenceFrom = (words: readonly number[], from: number, isEnd: (at: number) => boolean): number => {
    let node: number | undefined = 0
    let found = -1
    for (let at = from; at < words.length; at++) {
      steps++
      node = next.get(node * BASE + (words[at] ?? 0))
      if (node === undefined) break
      if (ends.has(node) && isEnd(at + 1)) found = at + 1
    }
    return found
  }

  const isPart = (words: readonly number[], from: number, to: number): boolean => {
    let rarest: readonly number[] | undefined
    let back = 0
    for (let at = from; at + 1 < to; at++) {
      steps++
      const found = places.get((words[at] ?? 0) * BASE + (words[at + 1] ?? 0))
      if (found === undefined) return false
      if (rarest === undefined || found.length < rarest.length) [rarest, back] = [found, at - from]
    }
    return (rarest ?? []).some((place) => {
      for (let at = from; at < to; at++) {
        steps++
        if (shown[place - back + at - from] !== words[at]) return false
      }
      return true
    })
  }

  return {
    keep(text) {
      for (const [from, to] of sentenceSpans(clipped(text))) {
        // slice-ok: at borders of sentences and words
        add(text.substring(from, to), (words) => words.join('').length >= FEWEST_LETTERS)
      }
    },
    show(text) {
      const read = clipped(text)
      // slice-ok: at borders of sentences and words
      for (const [from, to] of sentenceSpans(read)) add(text.substring(from, to), isSpeaking)
      for (const word of wordsOf(read)) {
        const id = idOf(word)
        const before = shown.at(-1) ?? 0
        if (before !== 0) {
          const key = before * BASE + id
          const known = places.get(key)
          if (known === undefined) places.set(key, [shown.length - 1])
          else if (known.length < PLACES_KEPT) known.push(shown.length - 1)
        }
        shown.push(id)
      }
      shown.push(0)
    },
    spansIn(text) {
      const pieces = sentenceSpans(text)
      const said: string[] = []
      const borders = new Set<number>()
      const begins = pieces.map(([from, to]) => {
        const begin = said.length
        // slice-ok: at borders of sentences and words
        for (const word of wordsOf(text.substring(from, to))) said.push(word)
        borders.add(said.length)
        return begin
      })
      const words = said.map((word) => ids.get(word) ?? 0)
      let heldTo = 0
      /** Where what was shown in one piece, and stands in several here, begins. */
      let partFrom = -1
      const holds = (from: number, to: number): boolean => {
        const end = sentenceFrom(words, from, (at) => borders.has(at))
        if (end >= 0) heldTo = Math.max(heldTo, end)
        const piece = said.slice(from, to) // slice-ok: words
        const isGoingOn = partFrom >= 0 && isPart(words, partFrom, to)
        const isShown = isGoingOn || (isSpeaking(piece) && isPart(words, from, to))
        if (isShown && !isGoingOn) partFrom = from
        if (isShown || end >= to || squeezed.has(piece.join(''))) return true
        steps += piece.length
        return alike.holds(piece)
      }
      return pieces.filter(([from, to], index) => {
        const begin = begins[index] ?? 0
        const end = begins[index + 1] ?? said.length
        if (begin === end) return false
        if (holds(begin, end) || end <= heldTo) return true
        // slice-ok: at borders of sentences and words
        const isLabelled = labelsIn(text.substring(from, to)).some((label) => {
          const behind = begin + wordsOf(label).length
          return behind < end && holds(behind, end)
        })
        if (!isLabelled) partFrom = -1
        return isLabelled
      })
    },
    get steps() {
      return steps + alike.steps
    },
  }
}

/** More than there are words in what is read. */
const BASE = 2 ** 24
/** A longer one is known by its letters alone. */
const SENTENCE_WORDS = 128
/** Of a pair of words that stands everywhere, not all places are looked at. */
const PLACES_KEPT = 64
const FEWEST_LETTERS = 4

function clipped(text: string): string {
  // slice-ok: half a character at its end says nothing
  return text.length > SHOWN_TEXT_CHARS ? text.slice(0, SHOWN_TEXT_CHARS) : text
}

/** Letters and digits, whatever was done to spaces, marks and case; each character of Chinese and Japanese is a word. */
function wordsOf(text: string): readonly string[] {
  return fold(text).match(WORDS) ?? []
}

const WORDS =
  /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|(?:(?![\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])[\p{L}\p{N}])+/gu

/** Three words; four in Chinese: `yes` is nobody's. */
function isSpeaking(words: readonly string[]): boolean {
  return words.length > 3 || (words.length === 3 && words.join('').length > 3)
}

/** What may stand in front, like `Memory:`, `[stated]`, `2026-05-01 >`: the text to the end of each such label. */
function labelsIn(sentence: string): string[] {
  const labels: string[] = []
  // slice-ok: a pattern reads it
  for (const { index } of sentence.slice(0, LABEL_CHARS).matchAll(LABEL_END)) {
    // slice-ok: at borders of sentences and words
    labels.push(sentence.substring(0, index))
    if (labels.length === MOST_LABELS) break
  }
  return labels
}

const LABEL_END = /[:：\]】>)）|"“«\-–—*•,，]/g
const LABEL_CHARS = 100
const MOST_LABELS = 8
