import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLines } from '../../eval/rows.js'
import { readOutline } from '../../src/document/outline/read-outline.js'
import { expectSound } from './outline-checks.js'

const folder = process.env['RECOLLECT_EVAL'] ?? ''

describe.skipIf(folder === '')('the documentation of Vue (skipped: RECOLLECT_EVAL is not set)', () => {
  it.each(['en', 'zh'])('reassembles, and its links lead to anchors: %s', (language) => {
    const file = join(folder, 'md_docs', `vue_docs_${language}`)
    const anchors = new Set<string>()
    for (const row of readLines(`${file}.jsonl.gz`)) {
      const text = String(row['text'])
      const outline = readOutline(text)
      expectSound(text, outline)
      expect(outline.problems).toEqual([])
      for (const { anchor } of outline.places) anchors.add(`${row['path']} ${anchor}`)
      const explicit = [...withoutCode(text).matchAll(/^#{1,6} .*\{#([^\s}]+)\}\s*$/gm)].map(([, id]) => id)
      expect(outline.places.map(({ anchor }) => anchor)).toEqual(expect.arrayContaining(explicit))
      expect(outline.places.filter(({ heading }) => heading.includes('{#'))).toEqual([])
    }
    const links = readLines(`${file}.links.jsonl`).map((row) => (row['gold'] as string[]).join(' '))
    expect(links.length).toBeGreaterThan(400)
    expect(links.filter((link) => !anchors.has(link))).toEqual([])
  })
})

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}
