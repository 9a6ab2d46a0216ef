import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
import type { Toolset } from '../operations/operation.js'
import { borderAt } from '../text/border-at.js'
import { clip } from '../text/clip.js'
import { boundOutput, type ItemLike, readOn, TEXT_BUDGET_CHARS } from '../tools/bound-output.js'
import { DATA_NOTE, renderItem, renderOutput } from '../tools/render-output.js'
import { artifactPage } from './artifact-resource.js'
import type { Granted } from './call-tool.js'
import { documentPage } from './document-resource.js'

const MARKDOWN = 'text/markdown'
const LATEST = 'recollect://notes/latest'

/** What a person may attach without knowing an id. Items are not listed: their names would be remembered text. */
export const resources: readonly Resource[] = [
  {
    uri: LATEST,
    name: 'latest-notes',
    title: 'The latest notes',
    description: 'What was noted last, newest first, with dates, origin and trust.',
    mimeType: MARKDOWN,
  },
]

/** Items by their id, as a hit or a capture shows it. */
export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'recollect://item/{id}{?from}',
    name: 'item',
    title: 'One remembered item',
    description: `Its text with date, origin and trust, ${TEXT_BUDGET_CHARS} characters from \`from\` on; says where to read on.`,
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: 'recollect://doc/{id}{?anchor,cursor}',
    name: 'document',
    title: 'A published document',
    description:
      'Its outline; with `anchor`, a page of that section, as it stands in the document; says where to read on.',
    mimeType: MARKDOWN,
  },
]

/** Where the tools of tasks are shown too. */
export const taskResourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'recollect://artifact/{id}{?from,fromChar}',
    name: 'artifact',
    title: 'A large output',
    description:
      'Its lines from `from` on, or from the character `fromChar`, as they were put out; says where to read on.',
    mimeType: MARKDOWN,
  },
]

/**
 * Throws ResourceNotFoundError alike for what is no such address, for an absent id, for another user's, and for a document
 * that is not published or not attached.
 */
export async function readResource(
  { memory, task }: Pick<Granted, 'memory' | 'task'>,
  uri: string,
  toolsets: readonly Toolset[] = [],
): Promise<ReadResourceResult> {
  const text = uri === LATEST ? await latestNotes(memory) : await pageAt({ memory, task }, uri, toolsets)
  if (text === undefined) throw new ResourceNotFoundError(clip(uri, URI_CHARS))
  return { contents: [{ uri, mimeType: MARKDOWN, text }] }
}

async function pageAt(
  granted: Pick<Granted, 'memory' | 'task'>,
  uri: string,
  toolsets: readonly Toolset[],
): Promise<string | undefined> {
  if (/^recollect:\/\/artifact\//i.test(uri))
    return toolsets.includes('task') ? artifactPage(granted.memory, uri) : undefined
  return /^recollect:\/\/doc\//i.test(uri) ? documentPage(granted, uri) : itemPage(granted.memory, uri)
}

const LATEST_COUNT = 20

async function latestNotes(memory: Memory): Promise<string> {
  return renderOutput('The latest notes', boundOutput(await memory.thoughts({ limit: LATEST_COUNT })), [
    'items',
  ])
}

async function itemPage(memory: Memory, uri: string): Promise<string | undefined> {
  const place = placeOf(uri)
  if (place === undefined) return undefined
  const item = await itemOf(memory, place.id)
  if (item === undefined || place.from > item.text.length) return undefined
  const from = borderAt(item.text, place.from)
  // slice-ok: borderAt gives a border of characters
  const text = clip(item.text.substring(from), TEXT_BUDGET_CHARS)
  const to = from + text.length
  const shown = renderItem({ ...item, text }, 1)
  return [DATA_NOTE, shown, ...pageNote(item, from, to), ''].join('\n')
}

/** Which part of a text a page holds, and where the next one begins; nothing where it holds the whole. */
function pageNote({ id, text }: ItemLike, from: number, to: number): string[] {
  if (from === 0 && to === text.length) return []
  const next = to < text.length ? `; to read on: ${readOn(id, to)}` : ''
  return [`(${from}-${to} of ${text.length} characters${next})`]
}

interface Place {
  readonly id: string
  readonly from: number
}

function placeOf(uri: string): Place | undefined {
  const [, id, from = '0'] = /^recollect:\/\/item\/([0-9a-f-]{36})(?:\?from=(\d{1,9}))?$/i.exec(uri) ?? []
  return id === undefined ? undefined : { id, from: Number(from) }
}

async function itemOf(memory: Memory, id: string): Promise<ItemLike | undefined> {
  try {
    return await memory.get({ id })
  } catch (error) {
    if (error instanceof MemoryError && (error.code === 'not_found' || error.code === 'invalid_input'))
      return undefined
    throw error
  }
}

const URI_CHARS = 200
