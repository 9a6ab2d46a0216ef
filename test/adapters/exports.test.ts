import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>
}

describe('what the package exports', () => {
  it('is built out of a file that is there, and has its types', () => {
    const modules = Object.entries(exports).filter(([name]) => name !== './package.json')
    expect(modules.map(([name]) => name)).toEqual(['.', './ai-sdk', './langgraph', './anthropic-memory'])
    for (const [, at] of modules) {
      if (typeof at === 'string') throw new TypeError('an export without types')
      const source = at.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')
      expect(existsSync(join(root, source)), source).toBe(true)
      expect(at.types).toBe(at.default.replace(/\.js$/, '.d.ts'))
    }
  })

  it('is what docs/integrations.md imports', () => {
    const docs = readFileSync(join(root, 'docs/integrations.md'), 'utf8')
    const imports = [...docs.matchAll(/import \{ ([^}]+) \} from 'recollect\/([a-z-]+)'/g)]
    expect(imports).toHaveLength(3)
    for (const [, names = '', name = ''] of imports) {
      const source = readFileSync(join(root, 'src', 'adapters', name, 'index.ts'), 'utf8')
      const exported = [...source.matchAll(/\{([^}]+)\}/g)].flatMap(([, list = '']) => list.split(','))
      const named = exported.map((one) => one.trim().replace(/^.* as /, ''))
      expect(named).toEqual(expect.arrayContaining(names.split(', ')))
    }
  })
})
