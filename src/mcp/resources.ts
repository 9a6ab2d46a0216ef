import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
import { clip } from '../text/clip.js'
import { type ItemLike, readOn, TEXT_BUDGET_CHARS } from './bound-output.js'
import { DATA_NOTE, renderItem } from './render-output.js'

/** Items by their id, as a hit or a capture shows it. There is no list: its names would be remembered text. */
export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'recollect://item/{id}{?from}',
    name: 'item',
    title: 'One remembered item',
    description: `Its text with date, origin and trust, ${TEXT_BUDGET_CHARS} characters from \`from\` on; says where to read on.`,
    mimeType: 'text/markdown',
  },
]

/** Throws ResourceNotFoundError alike for what is no such address, for an absent id, and for another user's. */
export async function readResource(memory: Memory, uri: string): Promise<ReadResourceResult> {
  const place = placeOf(uri)
  if (place === undefined) throw notFound(uri)
  const item = await itemOf(memory, place.id)
  if (item === undefined || place.from > item.text.length) throw notFound(uri)
  const from = borderAt(item.text, place.from)
  // slice-ok: borderAt gives a border of characters
  const text = clip(item.text.substring(from), TEXT_BUDGET_CHARS)
  const to = from + text.length
  const shown = renderItem({ ...item, text }, 1)
  const rest =
    to < item.text.length || from > 0
      ? `\n(${from}-${to} of ${item.text.length} characters${to < item.text.length ? `; to read on: ${readOn(item.id, to)}` : ''})`
      : ''
  return { contents: [{ uri, mimeType: 'text/markdown', text: `${DATA_NOTE}\n${shown}${rest}\n` }] }
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

/** A page that begins inside a character begins with the next. */
function borderAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}

function notFound(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(clip(uri, URI_CHARS))
}

const URI_CHARS = 200
