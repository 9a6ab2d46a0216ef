import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/**
 * From the ground up; what stands in one line may import its own part, its own line (unless `apart`) and any line
 * below. A part is a folder or a file of src.
 */
const layers: readonly Layer[] = [
  { parts: ['errors.ts', 'error-place.ts', 'clock.ts'], apart: true },
  { parts: ['text'] },
  { parts: ['store'] },
  {
    parts: [
      'reach.ts',
      'config.ts',
      'config-file.ts',
      'store-place.ts',
      'server-setting.ts',
      'audit.ts',
      'read-log.ts',
    ],
  },
  { parts: ['work'] },
  // Which texts hold which tokens.
  { parts: ['words'] },
  { parts: ['items', 'graph', 'search', 'model', 'embedding', 'recalls'] },
  { parts: ['task', 'user', 'document'], apart: true },
  // Who may come in over a network.
  { parts: ['keys'] },
  { parts: ['kinds.ts'] },
  { parts: ['transfer'] },
  // Memories that lie elsewhere, asked and never written.
  { parts: ['remote'] },
  // What several scopes know, for one prompt.
  { parts: ['prompting'] },
  { parts: ['operations'] },
  { parts: ['engine.ts', 'memory-options.ts', 'settle-options.ts', 'open-store.ts'] },
  { parts: ['index.ts'] },
  // What operations are to a model, and what frameworks call them through.
  { parts: ['tools'] },
  { parts: ['mcp', 'http', 'adapters'], apart: true },
  // A person starts a server with a command.
  { parts: ['cli'] },
]

/** Packages that only one part may know; the rest of the code goes through that part's port. */
const homes: ReadonlyMap<string, readonly string[]> = new Map([
  ['better-sqlite3', ['store/sqlite/']],
  ['postgres', ['store/postgres/']],
  ['@ai-sdk/anthropic', ['model/chat/http/']],
  ['@ai-sdk/openai-compatible', ['model/chat/http/']],
  ['ai', ['model/chat/http/', 'adapters/ai-sdk/']],
  ['@langchain/langgraph-checkpoint', ['adapters/langgraph/']],
  ['aws4fetch', ['user/records/s3/']],
  ['markdown-it', ['document/outline/']],
  ['github-slugger', ['document/outline/']],
  ['diff', ['document/']],
  ['jsonc-parser', ['cli/setup/']],
  ['gpt-tokenizer/encoding/o200k_base', ['text/']],
  ['hono', ['http/']],
  ['@hono/node-server', ['http/']],
  ['prom-client', ['http/']],
  // Nothing opens a socket but the surfaces that a person starts, and the models and servers that a person configures.
  ['node:net', ['http/', 'mcp/', 'model/', 'store/postgres/']],
  ['node:tls', ['http/', 'mcp/', 'model/', 'store/postgres/']],
  ['node:dgram', []],
  ['node:http', ['http/', 'mcp/', 'model/']],
  ['node:https', ['http/', 'mcp/', 'model/']],
  ['node:http2', ['http/', 'mcp/', 'model/']],
])

interface Layer {
  readonly parts: readonly string[]
  /** The parts of this layer do not import each other. */
  readonly apart?: boolean
}

/** The imports of each file of src, as paths relative to src or as names of packages. */
type Graph = ReadonlyMap<string, readonly string[]>

describe('architecture', () => {
  const graph = readGraph(join(dirname(fileURLToPath(import.meta.url)), '..', 'src'))

  it('has source to look at', () => {
    expect(graph.size).toBeGreaterThan(0)
  })

  it('lets imports point one way', () => {
    expect(wrongWays(graph)).toEqual([])
  })

  it('has no circle of imports', () => {
    expect(circles(graph)).toEqual([])
  })

  it('keeps each driver and every socket in its one place', () => {
    expect(strays(graph)).toEqual([])
  })

  it('imports only files that exist', () => {
    const missing = [...graph].flatMap(([file, imports]) =>
      imports.filter((name) => name.endsWith('.ts') && !graph.has(name)).map((name) => `${file} -> ${name}`),
    )
    expect(missing).toEqual([])
  })
})

describe('the architecture test itself', () => {
  const graphOf = (imports: Record<string, readonly string[]>): Graph => new Map(Object.entries(imports))

  it('sees an import that points up', () => {
    expect(wrongWays(graphOf({ 'store/store.ts': ['items/add.ts'], 'items/add.ts': [] }))).toEqual([
      'store/store.ts imports items/add.ts: store is below items and must not know it',
    ])
  })

  it('sees one scope import another', () => {
    expect(wrongWays(graphOf({ 'user/facts.ts': ['task/transcript.ts'], 'task/transcript.ts': [] }))).toEqual(
      ['user/facts.ts imports task/transcript.ts: user and task do not know each other'],
    )
  })

  it('sees a leaf that imports something', () => {
    const found = wrongWays(graphOf({ 'text/clip.ts': ['store/sql.ts'], 'clock.ts': ['errors.ts'] }))
    expect(found).toHaveLength(2)
  })

  it('sees a file that no layer has a place for', () => {
    expect(wrongWays(graphOf({ 'helpers/x.ts': [] }))).toEqual([
      'helpers/x.ts is in no layer: give it a place in test/architecture.test.ts or move it',
    ])
  })

  it('sees circles, and says them once', () => {
    const round = graphOf({
      'items/a.ts': ['items/b.ts'],
      'items/b.ts': ['items/c.ts'],
      'items/c.ts': ['items/a.ts'],
    })
    expect(circles(round)).toEqual(['items/a.ts -> items/b.ts -> items/c.ts -> items/a.ts'])
  })

  it('sees a driver outside its port', () => {
    expect(
      strays(graphOf({ 'items/a.ts': ['better-sqlite3'], 'store/sqlite/open.ts': ['better-sqlite3'] })),
    ).toEqual(['items/a.ts imports better-sqlite3, which only store/sqlite/ may know'])
  })

  it('accepts what the design allows', () => {
    const good = graphOf({
      'cli/main.ts': ['operations/search.ts', 'index.ts'],
      'index.ts': ['engine.ts'],
      'engine.ts': ['store/store.ts', 'operations/search.ts'],
      'operations/search.ts': ['user/facts.ts', 'search/fuse.ts'],
      'user/facts.ts': ['items/add.ts', 'search/fuse.ts', 'store/sql.ts'],
      'items/add.ts': ['store/sql.ts', 'text/clip.ts', 'errors.ts'],
      'search/fuse.ts': ['store/sql.ts'],
      'text/clip.ts': ['errors.ts'],
    })
    expect([...wrongWays(good), ...circles(good), ...strays(good)]).toEqual([])
  })
})

function wrongWays(graph: Graph): string[] {
  const found: string[] = []
  for (const [file, imports] of graph) {
    const from = placeOf(file)
    if (from === undefined) {
      found.push(`${file} is in no layer: give it a place in test/architecture.test.ts or move it`)
      continue
    }
    for (const imported of imports) {
      const to = placeOf(imported)
      if (to === undefined || to.part === from.part) continue
      if (to.height > from.height) {
        found.push(`${file} imports ${imported}: ${from.part} is below ${to.part} and must not know it`)
      } else if (to.height === from.height && layers[to.height]?.apart) {
        found.push(`${file} imports ${imported}: ${from.part} and ${to.part} do not know each other`)
      }
    }
  }
  return found
}

function placeOf(file: string): { readonly part: string; readonly height: number } | undefined {
  const part = file.split('/')[0] ?? file
  const height = layers.findIndex(({ parts }) => parts.includes(part))
  return height === -1 ? undefined : { part, height }
}

function circles(graph: Graph): string[] {
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start !== -1) {
      found.add(sayCircle(path.slice(start)))
      return
    }
    if (done.has(file)) return
    for (const imported of graph.get(file) ?? []) visit(imported, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return [...found].sort()
}

/** The same circle is found from each of its files: it is told from the first of them. */
function sayCircle(files: readonly string[]): string {
  const first = files.indexOf([...files].sort()[0] ?? '')
  const turned = [...files.slice(first), ...files.slice(0, first)]
  return [...turned, turned[0]].join(' -> ')
}

function strays(graph: Graph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports.flatMap((name) => {
      const home = homes.get(name)
      if (home === undefined || home.some((folder) => file.startsWith(folder))) return []
      return [`${file} imports ${name}, which only ${home.join(' and ') || 'no one'} may know`]
    }),
  )
}

function readGraph(src: string): Graph {
  const all = existsSync(src) ? readdirSync(src, { recursive: true, encoding: 'utf8' }) : []
  const files = all
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<!\.test)\.[jt]s$/.test(name))
  const known = new Set(files)
  const resolve = (from: string, name: string): string => {
    if (!name.startsWith('.')) return name
    const path = posix.join(posix.dirname(from), name)
    return known.has(path) ? path : path.replace(/\.js$/, '.ts')
  }
  return new Map(
    files.sort().map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(src, file), 'utf8'), true, false)
      return [file, importedFiles.map(({ fileName }) => resolve(file, fileName))]
    }),
  )
}
