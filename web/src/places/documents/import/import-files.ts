import { type CallProgress, call, pathOf, send } from '../../../api/call.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { asProblem } from '../../../api/problem.js'
import { type GivenFile, unzipped } from '../../../files/dropped-files.js'
import { t } from '../words.js'
import { ALONE_BYTES, batchesOf, type ReadFile } from './batches.js'

type Report = OutputOf<'knowledge.import'>

export interface ImportOptions {
  readonly shelf: 'personal' | 'system'
  readonly keepPublished: boolean
}

/** What was handed over, read: what can be sent, and what cannot be a document. */
export interface OpenedFiles {
  readonly texts: readonly ReadFile[]
  readonly long: readonly GivenFile[]
  readonly problems: Report['problems']
}

export interface ImportTold {
  readonly counts: Report['counts']
  readonly documents: Report['documents']
  readonly problems: Report['problems']
  readonly failed: number
}

interface Watch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: CallProgress) => void
}

/** Opens files and archives. What is no text says so, and stops nothing. */
export async function openFiles(given: readonly GivenFile[]): Promise<OpenedFiles> {
  const texts: ReadFile[] = []
  const long: GivenFile[] = []
  const problems: Report['problems'] = []
  const refuse = (path: string, reason: string) =>
    problems.push({ path, line: null, reason, hint: t('notTextHint') })
  for (const file of await unzipped(given)) {
    const { path } = file
    if (!/\.(md|markdown|mdown|mdx|txt|text)$/i.test(path)) {
      refuse(path, t('wrongKind'))
      continue
    }
    const bytes = await file.bytes()
    if (bytes.length > ALONE_BYTES) long.push({ ...file, bytes: async () => bytes })
    else {
      const text = decoded(bytes)
      if (text === null) refuse(path, t('notText'))
      else texts.push({ path, text })
    }
  }
  return { texts, long, problems }
}

/** Sends what was opened, some files at a time; with `isTrial` nothing is written. Stopped, it answers what was done until then. */
export async function importFiles(
  { texts, long, problems }: OpenedFiles,
  options: ImportOptions & { readonly isTrial: boolean },
  { signal, onProgress }: Watch,
): Promise<ImportTold> {
  const total = texts.length + long.length
  const { isTrial: dryRun, ...shared } = options
  const told: Mutable = {
    counts: { added: 0, changed: 0, unchanged: 0, moved: 0, forgotten: 0 },
    documents: [],
    problems: [...problems],
    failed: problems.length,
  }
  let done = 0
  for (const batch of batchesOf(texts)) {
    const files = batch.map(({ path, text }) => ({ path, content: text }))
    if (signal.aborted) return told
    add(told, await call('knowledge.import', { files, ...shared, dryRun }, { signal }))
    done += batch.length
    onProgress({ done, total, unit: t('files') })
  }
  for (const file of long) {
    if (signal.aborted) return told
    await sendAlone(file, { ...shared, dryRun }, signal).then(
      (report) => add(told, report),
      (error) => {
        const { code, message, hint, status } = asProblem(error)
        if (code === 'stopped' || status === 0) throw error
        told.failed += 1
        told.problems.push({ path: file.path, line: null, reason: message, hint: hint ?? null })
      },
    )
    done += 1
    onProgress({ done, total, unit: t('files') })
  }
  return told
}

type Mutable = { -readonly [K in keyof ImportTold]: ImportTold[K] }

function add(told: Mutable, { counts, documents, problems, failed }: Report): void {
  for (const key of ['added', 'changed', 'unchanged', 'moved', 'forgotten'] as const)
    told.counts[key] += counts[key]
  told.documents.push(...documents)
  told.problems.push(...problems)
  told.failed += failed
}

/** The file is the body itself. */
async function sendAlone(
  { path, bytes }: GivenFile,
  { shelf, keepPublished, dryRun }: ImportOptions & { readonly dryRun: boolean },
  signal: AbortSignal,
): Promise<Report> {
  const query = new URLSearchParams({
    source: path,
    shelf,
    keepPublished: String(keepPublished),
    dryRun: String(dryRun),
  })
  const response = await send(`${pathOf('knowledge.import')}?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/markdown', Accept: 'application/json' },
    body: (await bytes()) as Uint8Array<ArrayBuffer>,
    signal,
  })
  return (await response.json()) as Report
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
