import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../src/index.js'
import { type Figures, figuresOf, type Ranking } from './metrics.js'
import { type Row, readLines, strings, text } from './rows.js'

/** Documents as their owner would bring them, and what is asked of them. */
export interface DocumentSet {
  readonly name: string
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly questions: readonly DocumentQuestion[]
}

export interface DocumentQuestion {
  readonly text: string
  /** The section that the question stands in: it is no answer. */
  readonly source: string | null
  readonly gold: readonly string[]
}

export interface DocumentFigures {
  readonly set: string
  readonly files: number
  readonly figures: Figures
  readonly importMs: number
  readonly askMs: number
}

export const documentSets = [
  'vue_docs_en sentence',
  'vue_docs_en link text',
  'vue_docs_zh sentence',
  'vue_docs_zh link text',
  'xquad_en documents',
  'xquad_zh documents',
  'cmrc2018_zh documents',
] as const

export type DocumentSetName = (typeof documentSets)[number]

/**
 * Documentation and its authors' own deep links: asked is the sentence around a link, or its text, and the answer is the section
 * that it leads to. Or paragraphs of an encyclopaedia, each a document, and questions to them.
 */
export function readDocumentSet(folder: string, name: DocumentSetName): DocumentSet {
  const [set = '', kind] = name.split(/ (.*)/)
  if (kind === 'documents') return { name, ...paragraphs(join(folder, set)) }
  const files = readLines(join(folder, 'md_docs', `${set}.jsonl.gz`)).map((row) => ({
    path: text(row['path']),
    content: text(row['text']),
  }))
  const links = readLines(join(folder, 'md_docs', `${set}.links.jsonl`))
  return {
    name,
    files,
    questions: links.map((row) => linkOf(row, kind === 'sentence' ? 'query' : 'link_text')),
  }
}

function linkOf(row: Row, field: 'query' | 'link_text'): DocumentQuestion {
  const place = (value: unknown) => strings(value).join('#')
  return { text: text(row[field]), source: place(row['source']), gold: [place(row['gold'])] }
}

function paragraphs(folder: string): Omit<DocumentSet, 'name'> {
  const files = readLines(join(folder, 'corpus.jsonl.gz')).map((row) => ({
    path: fileOf(text(row['id'])),
    content: text(row['text']),
  }))
  const questions = readLines(join(folder, 'queries.jsonl'))
    .filter((row) => strings(row['gold']).length > 0)
    .map((row) => ({
      text: text(row['query']),
      source: null,
      gold: strings(row['gold']).map((id) => `${fileOf(id)}#`),
    }))
  return { files, questions }
}

/** A file without a title is called by its name, and names of the set are labels: nothing may be found by them. */
function fileOf(id: string): string {
  return `${id}/paragraph.txt`
}

/** Imports, publishes and attaches a set through the SDK, and asks every n-th question. */
export async function measureDocuments(
  { name, files, questions }: DocumentSet,
  every: number,
): Promise<DocumentFigures> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-eval-'))
  // The figures do not depend on how durable the commits are.
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann' })
    const started = performance.now()
    await bring(memory, files)
    const imported = performance.now()
    const rankings: Ranking[] = []
    for (const [index, question] of questions.entries())
      if (index % every === 0) rankings.push(await ask(memory, question))
    return {
      set: name,
      files: files.length,
      figures: figuresOf(rankings),
      importMs: imported - started,
      askMs: performance.now() - imported,
    }
  } finally {
    await engine.close()
    rmSync(home, { recursive: true })
  }
}

async function bring(memory: Memory, files: DocumentSet['files']): Promise<void> {
  const { counts, failed } = await memory.knowledgeImport({ files })
  if (counts.added !== files.length)
    throw new Error(`imported ${counts.added} of ${files.length}, ${failed} failed`)
  for (const { path } of files) await memory.knowledgePublish({ document: path })
  await memory.knowledgeAttach({ all: true })
}

async function ask(memory: Memory, { text: question, source, gold }: DocumentQuestion): Promise<Ranking> {
  const { hits } = await memory.knowledgeSearchDocs({ question, limit: RANKED })
  const ranked = hits.map(({ document, anchor }) => `${document.source}#${anchor}`)
  return { ranked: ranked.filter((place) => place !== source), gold }
}

/** One more than is measured: the section of the question itself may be among them. */
const RANKED = 11
