import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createCorpus } from '../corpus.js'

/** What is remembered, and what is asked about it. */
export interface SaidTexts {
  text(): string
  question(): string
}

/**
 * What people and assistants said in public sets of conversations (RECOLLECT_EVAL), a few sentences at a time: made-up
 * words cost a tokenizer many times what real ones do. Without the sets, made-up words all the same.
 */
export function saidTexts(folder: string | undefined): SaidTexts {
  const sets = ['locomo', 'longmemeval_pool', 'beam100k'].map((name) => join(folder ?? '', name))
  if (folder === undefined || !sets.every((set) => existsSync(join(set, 'corpus.jsonl.gz')))) return madeUp()
  const texts = sets.flatMap((set) =>
    valuesOf(gunzipSync(readFileSync(join(set, 'corpus.jsonl.gz'))).toString(), 'text').flatMap(inParts),
  )
  const questions = sets.flatMap((set) => valuesOf(readFileSync(join(set, 'queries.jsonl'), 'utf8'), 'query'))
  let said = 0
  let asked = 0
  return {
    text() {
      const time = Math.floor(said / texts.length)
      const text = texts[said++ % texts.length] as string
      return time === 0 ? text : `${text} (${time})`
    },
    // Seven on: neighbours ask of the same conversation.
    question: () => questions[(asked++ * 7) % questions.length] as string,
  }
}

function madeUp(): SaidTexts {
  const corpus = createCorpus(1)
  const texts: string[] = []
  let asked = 0
  return {
    text() {
      const text = corpus.text()
      texts.push(text)
      return text
    },
    question: () => corpus.question(texts[(asked++ * 37) % texts.length] as string, 8),
  }
}

function valuesOf(lines: string, field: string): string[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => String((JSON.parse(line) as Record<string, unknown>)[field]))
}

/** Of some 150 characters, whole sentences. */
function inParts(text: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const sentence of text.match(/[^.!?\n]+[.!?\n]*/g) ?? []) {
    part += sentence
    if (part.length < PART_CHARS) continue
    parts.push(part.trim())
    part = ''
  }
  return part.trim() === '' ? parts : [...parts, part.trim()]
}

const PART_CHARS = 120
