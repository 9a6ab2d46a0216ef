import { afterAll, describe, expect, it } from 'vitest'
import {
  type DocumentSetName,
  documentFloors,
  documentLines,
  documentSets,
  measureDocuments,
  readDocumentSet,
} from './documents.js'

const folder = process.env['RECOLLECT_EVAL'] ?? ''

/** Every n-th question, so that the whole takes some seconds; `npm run eval -- documents` asks all. */
const everyOf: Readonly<Partial<Record<DocumentSetName, number>>> = {
  vue_docs_en: 5,
  vue_docs_zh: 5,
  xquad_en: 6,
  xquad_zh: 6,
  cmrc2018_zh: 32,
}

describe.skipIf(folder === '')('floors of documents (skipped: RECOLLECT_EVAL is not set)', () => {
  const lines: string[] = []

  it.each(documentSets)('%s stays above its floors', { timeout: 120_000 }, async (name) => {
    const result = await measureDocuments(readDocumentSet(folder, name), everyOf[name] ?? 1)
    lines.push(...documentLines(result))
    const floors = documentFloors(result)
    expect(floors.length).toBeGreaterThan(0)
    expect(floors.filter(({ floor, value }) => value < floor)).toEqual([])
  })

  afterAll(() => {
    for (const line of lines) console.log(line)
  })
})
