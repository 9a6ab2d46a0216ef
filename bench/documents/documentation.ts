import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isStopWord } from '../../src/text/stop-words.js'
import { mulberry32 } from '../mulberry32.js'

export interface File {
  readonly path: string
  readonly content: string
}

export interface Link {
  /** The sentence that it stands in. */
  readonly question: string
  readonly source: string
  readonly gold: string
}

/** A documentation with the deep links of its authors: Vue's, of the folder of evaluation sets. */
export interface Documentation {
  readonly files: readonly File[]
  readonly links: readonly Link[]
}

export function readDocumentation(folder: string): Documentation | undefined {
  const packed = join(folder, 'md_docs', 'vue_docs_en.jsonl.gz')
  if (!existsSync(packed)) return undefined
  const files = rowsIn(gunzipSync(readFileSync(packed)).toString('utf8')).map((row) => ({
    path: String(row['path']),
    content: String(row['text']),
  }))
  const place = (value: unknown) => (value as readonly string[]).join('#')
  const links = rowsIn(readFileSync(join(folder, 'md_docs', 'vue_docs_en.links.jsonl'), 'utf8')).map(
    (row) => ({
      question: String(row['query']),
      source: place(row['source']),
      gold: place(row['gold']),
    }),
  )
  return { files, links }
}

/**
 * The documentation again, in other words: each word stands for another of about its frequency, in each copy for another.
 * So a large library has the words, lengths and headings of a real one, and only the first copy answers its questions.
 */
export function copyOf({ files }: Documentation, number: number): File[] {
  if (number === 0) return [...files]
  const words = exchanged(files, number)
  return files.map(({ path, content }) => ({
    path: `copy-${number}/${path}`,
    content: content.replace(WORD, (word) => alike(word, words.get(word.toLowerCase()) ?? word)),
  }))
}

const WORD = /[A-Za-z]{3,}/g
/** Words are exchanged among so many neighbours in frequency. */
const NEIGHBOURS = 200

function exchanged(files: readonly File[], seed: number): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { content } of files)
    for (const [word] of content.toLowerCase().matchAll(WORD))
      if (!isStopWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byFrequency = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
  const random = mulberry32(seed)
  const others = new Map<string, string>()
  for (let from = 0; from < byFrequency.length; from += NEIGHBOURS) {
    const group = byFrequency.slice(from, from + NEIGHBOURS)
    const turned = group.map((word) => [random(), word] as const).sort(([a], [b]) => a - b)
    for (const [index, word] of group.entries()) others.set(word, turned[index]?.[1] ?? word)
  }
  return others
}

function alike(word: string, other: string): string {
  return /^[A-Z]/.test(word) ? `${other.charAt(0).toUpperCase()}${other.substring(1)}` : other
}

function rowsIn(content: string): Record<string, unknown>[] {
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
