import type { SessionEvent } from './event.js'

/**
 * What stands in transcripts and later prompts for what memory gave before: recalled text as count and status, and what was
 * read in documents as pointers. Kept as it was it would outlive its being forgotten, and cost its tokens at each step.
 */
export function inLaterPrompts(event: Pick<SessionEvent, 'type' | 'text' | 'data'>): string | undefined {
  if (event.type === 'recall') return event.text.startsWith(RECALLED_NOTHING) ? undefined : `(${event.text})`
  const tool = ownTool(event.data.tool ?? '')
  if (event.type !== 'tool_result' || tool === undefined || event.data.isError === true) return undefined
  if (SAID.test(event.text)) return event.text
  const answer = answerOf(event.text)
  return tool.startsWith('knowledge_') ? pointers(tool, answer, event.text) : status(tool, answer, event.text)
}

/** How a prompt that was kept says what it is, in its event and in later prompts. */
export function sayRecalled(count: number): string {
  return count === 0 ? RECALLED_NOTHING : `memory: ${counted(count, 'item')} recalled here`
}

const RECALLED_NOTHING = 'memory: nothing recalled here'

/** Tools of Recollect that answer with what is remembered. */
const RECALLING: readonly string[] = [
  'memory_search',
  'memory_fts_search',
  'memory_thoughts',
  'memory_get',
  'memory_trace',
  'memory_core',
  'memory_instructions',
  'memory_facts',
  'memory_graph',
  'memory_people',
  'memory_projects',
  'memory_decisions',
  'record_recall',
  'record_list',
  'record_read',
  'workspace_notes',
  'workspace_memory',
  'remote_recall',
]

/** And those that answer with what documents say. */
const READING: readonly string[] = [
  'knowledge_ask',
  'knowledge_map',
  'knowledge_read_doc',
  'knowledge_read_section',
  'knowledge_search_docs',
]

const OWN: ReadonlySet<string> = new Set([...RECALLING, ...READING])

/** By its own name, or as a client writes it: `mcp__recollect__memory_search`, `recollect.memory_search`. */
function ownTool(name: string): string | undefined {
  const last = name.split(/__|[.:/]/).at(-1) ?? ''
  return OWN.has(last) ? last : undefined
}

/** What this module says. */
const SAID = /^\([a-z_]{1,64}: [^\n]{0,4000}; not shown again[^\n]{0,100}\)$/

function status(tool: string, answer: Answer | undefined, text: string): string {
  const items = answer === undefined ? labelled(text).length : countOf(answer)
  return `(${tool}: ${items === 0 ? 'nothing was found' : `${counted(items, 'item')} recalled`}; not shown again)`
}

function pointers(tool: string, answer: Answer | undefined, text: string): string {
  const places = (answer === undefined ? placesIn(text) : placesOf(answer)).slice(0, PLACES_MAX) // slice-ok: a list
  const list = places.length === 0 ? 'no document' : places.join(', ')
  return `(${tool}: ${list}; not shown again, knowledge_read_section reads one)`
}

const PLACES_MAX = 20

type Answer = Readonly<Record<string, unknown>>

function answerOf(text: string): Answer | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Answer
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Of the longest of its lists, which are of items. */
function countOf(answer: Answer): number {
  const lists = Object.values(answer).flatMap((value) => (Array.isArray(value) ? value.length : []))
  return Math.max(0, ...lists, ...('id' in answer ? [1] : []))
}

function placesOf(answer: Answer): string[] {
  const found = new Set<string>()
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
    const { document, id, anchor, title } = value as Readonly<Record<string, unknown>>
    const name = typeof document === 'string' ? document : typeof title === 'string' ? id : undefined
    if (typeof name === 'string' && ID.test(name))
      found.add(typeof anchor === 'string' && anchor !== '' ? `${name}#${anchor}` : name)
    for (const part of Object.values(value)) look(part, depth + 1)
  }
  look(answer, 0)
  return [...found]
}

const DEPTH_MAX = 6
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** In an answer that was written out for a model: what is quoted there begins with another sign. */
function placesIn(text: string): string[] {
  const places = labelled(text).flatMap((line) => {
    const id = / · id ([0-9a-f-]{36})$/.exec(line)?.[1]
    const anchor = / · anchor "([^"]{1,200})"/.exec(line)?.[1]
    return id === undefined ? [] : [anchor === undefined ? id : `${id}#${anchor}`]
  })
  return [...new Set(places)]
}

function labelled(text: string): string[] {
  return text.split('\n').filter((line) => /^\[\d+\] /.test(line))
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
