import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../src/index.js'
import type { Floor } from './floors.js'
import { type Figures, figuresOf, type Ranking } from './metrics.js'
import { optional, type Row, readLines, strings, text } from './rows.js'

/** Documents as their owner would bring them, and what is asked of them. */
export interface DocumentSet {
  readonly name: DocumentSetName
  readonly files: readonly { readonly path: string; readonly content: string }[]
  readonly asked: ReadonlyMap<string, readonly DocumentQuestion[]>
}

export interface DocumentQuestion {
  readonly text: string
  /** The section that the question stands in: it is no answer. */
  readonly source: string | null
  readonly gold: readonly string[]
}

export interface DocumentResult {
  readonly set: DocumentSetName
  readonly files: number
  readonly importMs: number
  /** By what was asked. */
  readonly figures: ReadonlyMap<string, Figures>
  /** A question. */
  readonly askMs: number
}

export const documentSets = ['vue_docs_en', 'vue_docs_zh', 'xquad_en', 'xquad_zh', 'cmrc2018_zh'] as const

export type DocumentSetName = (typeof documentSets)[number]

/** The name under which a run measures these. */
export const DOCUMENTS = 'documents'

/**
 * Documentation and its authors' own deep links: asked is the sentence around a link, or its text, and the answer is the section
 * that it leads to. Or paragraphs of an encyclopaedia, each a document, and questions to them.
 */
export function readDocumentSet(folder: string, name: DocumentSetName): DocumentSet {
  if (!name.startsWith('vue_docs')) return { name, ...paragraphs(join(folder, name)) }
  const files = readLines(join(folder, 'md_docs', `${name}.jsonl.gz`)).map((row) => ({
    path: text(row['path']),
    content: text(row['text']),
  }))
  const links = readLines(join(folder, 'md_docs', `${name}.links.jsonl`))
  const asked = new Map([
    ['sentence', links.map((row) => linkOf(row, 'query'))],
    ['link text', links.map((row) => linkOf(row, 'link_text'))],
  ])
  return { name, files, asked }
}

/** Plain BM25 reaches .647, .763 and .723; .643, .767 and .812; .941, .923 and .973 (in this order). */
const floors: readonly DocumentFloor[] = [
  { set: 'vue_docs_en', asked: 'sentence', figure: 'recallAt5', floor: 0.78 },
  { set: 'vue_docs_en', asked: 'sentence', figure: 'recallAt10', floor: 0.86 },
  { set: 'vue_docs_en', asked: 'link text', figure: 'recallAt5', floor: 0.86 },
  { set: 'vue_docs_zh', asked: 'sentence', figure: 'recallAt5', floor: 0.78 },
  { set: 'vue_docs_zh', asked: 'sentence', figure: 'recallAt10', floor: 0.86 },
  { set: 'vue_docs_zh', asked: 'link text', figure: 'recallAt5', floor: 0.86 },
  { set: 'xquad_en', asked: 'question', figure: 'recallAt1', floor: 0.945 },
  { set: 'xquad_zh', asked: 'question', figure: 'recallAt1', floor: 0.93 },
  { set: 'cmrc2018_zh', asked: 'question', figure: 'recallAt1', floor: 0.975 },
]

interface DocumentFloor {
  readonly set: DocumentSetName
  readonly asked: string
  readonly figure: Exclude<keyof Figures, 'questions'>
  readonly floor: number
}

/** The floors of the result's set, with the values reached. */
export function documentFloors({ set, figures }: DocumentResult): Floor[] {
  return floors
    .filter((one) => one.set === set)
    .map(({ asked, figure, floor }) => ({
      label: `${figure} by ${asked}`,
      floor,
      value: figures.get(asked)?.[figure] ?? 0,
    }))
}

export function hasDocumentSets(folder: string): boolean {
  return existsSync(join(folder, 'md_docs')) && existsSync(join(folder, 'xquad_en'))
}

/** All questions to all of them. */
export async function measureAllDocuments(
  folder: string,
): Promise<{ readonly lines: readonly string[]; readonly floors: readonly Floor[] }[]> {
  const measured = []
  for (const name of documentSets) {
    const result = await measureDocuments(readDocumentSet(folder, name), 1)
    measured.push({ lines: documentLines(result), floors: documentFloors(result) })
  }
  return measured
}

export function documentLines({ set, files, importMs, figures, askMs }: DocumentResult): string[] {
  return [
    `${set} as documents: ${files} files imported and published in ${(importMs / 1000).toFixed(1)} s, ${askMs.toFixed(1)} ms a question`,
    ...[...figures].map(([asked, one]) => {
      const shown = [one.recallAt1, one.recallAt5, one.recallAt10, one.mrr].map((figure) => figure.toFixed(3))
      return `  ${asked.padEnd(10)} ${one.questions} R@1 / R@5 / R@10 / MRR ${shown.join(' / ')}`
    }),
  ]
}

function linkOf(row: Row, field: 'query' | 'link_text'): DocumentQuestion {
  const place = (value: unknown) => strings(value).join('#')
  return { text: text(row[field]), source: place(row['source']), gold: [place(row['gold'])] }
}

/** Each is a file that is called as its article, where the set says so. */
function paragraphs(folder: string): Omit<DocumentSet, 'name'> {
  const rows = readLines(join(folder, 'corpus.jsonl.gz'))
  const paths = new Map(rows.map((row) => [text(row['id']), fileOf(text(row['id']), optional(row['title']))]))
  const files = rows.map((row) => ({ path: paths.get(text(row['id'])) ?? '', content: text(row['text']) }))
  const questions = readLines(join(folder, 'queries.jsonl'))
    .filter((row) => strings(row['gold']).length > 0)
    .map((row) => ({
      text: text(row['query']),
      source: null,
      gold: strings(row['gold']).map((id) => `${paths.get(id)}#`),
    }))
  return { files, asked: new Map([['question', questions]]) }
}

/** A file without a title is called by its name, and ids of the set are labels: nothing may be found by them. */
function fileOf(id: string, title: string | null): string {
  return `${id}/${(title ?? 'paragraph').replaceAll('_', ' ').replaceAll('/', ' ')}.txt`
}

/** Imports, publishes and attaches a set through the SDK, and asks every n-th question. */
export async function measureDocuments(
  { name, files, asked }: DocumentSet,
  every: number,
): Promise<DocumentResult> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-eval-'))
  // The figures do not depend on how durable the commits are.
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann' })
    const started = performance.now()
    await bring(memory, files)
    const imported = performance.now()
    const figures = new Map<string, Figures>()
    for (const [kind, questions] of asked) {
      const rankings: Ranking[] = []
      for (const [index, question] of questions.entries())
        if (index % every === 0) rankings.push(await ask(memory, question))
      figures.set(kind, figuresOf(rankings))
    }
    const count = [...figures.values()].reduce((sum, { questions }) => sum + questions, 0)
    return {
      set: name,
      files: files.length,
      importMs: imported - started,
      figures,
      askMs: (performance.now() - imported) / Math.max(1, count),
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
