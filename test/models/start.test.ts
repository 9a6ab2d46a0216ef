import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import '../cli/recollect.js'

it('a program that asks no model loads none of their packages', () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist', 'bin')
  const knows = readdirSync(folder)
    .filter((name) => name.endsWith('.js') && readFileSync(join(folder, name), 'utf8').includes('@ai-sdk/'))
    .map((name) => name.replace(/-[\w-]{8}\.js$/, ''))
  expect(knows.sort()).toEqual(['anthropic-model', 'openai-model'])
  // These two are opened by the first question alone.
  const program = readdirSync(folder).filter((name) => /^(?:program|recollect|mcp)\b/.test(name))
  const opens = program.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/from"\.\/((?:openai|anthropic)-model|connect)-/g),
  ])
  expect(program.length).toBeGreaterThan(1)
  expect(opens).toEqual([])
})
