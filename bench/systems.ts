import type { OpenSubject } from './subject.js'

/** A system in the comparison, and what must be known to read its figures. */
export interface System {
  readonly name: string
  /** The package under bench/ that it needs; none for what is here anyway. */
  readonly peer?: string
  /** Loaded in the child that measures it, so that no system pays for another's code. */
  readonly load: () => Promise<OpenSubject>
  /** What outlives the process: each write, what was written out when told, nothing. */
  readonly keeps: 'writes' | 'snapshot' | 'nothing'
  /** What an acknowledged capture survives. */
  readonly durability: string
  /** Asks in seconds at 100,000 items, so it gets fewer rounds. */
  readonly isSlow?: boolean
  /** One bank only. */
  readonly isWhole?: boolean
}

export const systems: readonly System[] = [
  {
    name: 'recollect',
    load: async () => (await import('./subjects/recollect.js')).openRecollect,
    keeps: 'writes',
    durability: 'power cut',
  },
  {
    name: 'recollect hybrid',
    load: async () => (await import('./subjects/recollect.js')).openRecollectHybrid,
    keeps: 'writes',
    durability: 'power cut',
  },
  {
    name: 'plain FTS5',
    load: async () => (await import('./subjects/plain-fts5.js')).openPlainFts5,
    keeps: 'writes',
    durability: 'power cut',
  },
  {
    name: 'minisearch',
    peer: 'minisearch',
    load: async () => (await import('./subjects/minisearch.js')).openMiniSearch,
    keeps: 'snapshot',
    durability: 'nothing until told',
  },
  {
    name: 'orama',
    peer: '@orama/orama',
    load: async () => (await import('./subjects/orama.js')).openOrama,
    keeps: 'snapshot',
    durability: 'nothing until told',
  },
  {
    name: 'orama hybrid',
    peer: '@orama/orama',
    load: async () => (await import('./subjects/orama.js')).openOramaHybrid,
    keeps: 'snapshot',
    durability: 'nothing until told',
    isSlow: true,
  },
  {
    name: 'lancedb',
    peer: '@lancedb/lancedb',
    load: async () => (await import('./subjects/lancedb.js')).openLanceDb,
    keeps: 'writes',
    durability: 'crash of the process',
  },
  {
    name: 'lancedb hybrid',
    peer: '@lancedb/lancedb',
    load: async () => (await import('./subjects/lancedb.js')).openLanceDbHybrid,
    keeps: 'writes',
    durability: 'crash of the process',
  },
  {
    name: 'mem0',
    peer: 'mem0ai',
    load: async () => (await import('./subjects/mem0.js')).openMem0,
    keeps: 'writes',
    durability: 'power cut',
    isSlow: true,
  },
  {
    name: 'server-memory',
    peer: '@modelcontextprotocol/server-memory',
    load: async () => (await import('./subjects/server-memory.js')).openServerMemory,
    keeps: 'writes',
    durability: 'crash of the process',
    isSlow: true,
    isWhole: true,
  },
  {
    name: 'langgraph store',
    peer: '@langchain/langgraph-checkpoint',
    load: async () => (await import('./subjects/langgraph-store.js')).openLangGraphStore,
    keeps: 'nothing',
    durability: 'nothing',
    isSlow: true,
  },
]

/** Measured beside the others at a million only: what one may want to know there. */
const millionSystems: readonly System[] = [
  {
    name: 'minisearch with our stop words',
    peer: 'minisearch',
    load: async () => (await import('./subjects/minisearch.js')).openMiniSearchStopped,
    keeps: 'snapshot',
    durability: 'nothing until told',
  },
  {
    name: 'our tokens in FTS5 by rank',
    load: async () => (await import('./subjects/ranked-fts5.js')).openRankedFts5,
    keeps: 'writes',
    durability: 'power cut',
  },
  {
    name: 'sqlite-vec',
    peer: 'sqlite-vec',
    load: async () => (await import('./subjects/sqlite-vec.js')).openSqliteVec,
    keeps: 'writes',
    durability: 'power cut',
  },
]

/** Reads the same files and keeps nothing: its memory is what is subtracted from the others'. */
export const nothing: System = {
  name: 'nothing',
  load: async () => (await import('./subjects/nothing.js')).openNothing,
  keeps: 'nothing',
  durability: 'nothing',
}

export function systemNamed(name: string): System {
  const found = [...systems, ...millionSystems, nothing].find((system) => system.name === name)
  if (found === undefined) throw new RangeError(`no such system: ${name}`)
  return found
}
