import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { program, useRecollect } from '../cli/recollect.js'

useRecollect()

it('a program that asks no model loads none of their packages', () => {
  const folder = dirname(program)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const asksModels = files.filter((name) => read(name).includes('@ai-sdk/'))
  expect(asksModels.map((name) => name.replace(/-[\w-]{8}\.js$/, '')).sort()).toEqual([
    'anthropic-model',
    'openai-model',
  ])
  // These two are opened by the first question alone, and by nothing that is loaded before.
  const starts = files.filter((name) => /^(?:program|recollect|mcp)\b/.test(name))
  const loaded = new Set(starts)
  for (const name of loaded)
    for (const [, other = ''] of read(name).matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) loaded.add(other)
  expect(starts.length).toBeGreaterThan(2)
  expect(loaded.size).toBeGreaterThan(starts.length)
  expect([...loaded].filter((name) => asksModels.includes(name) || name.startsWith('connect-'))).toEqual([])
})
