import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { MemoryError } from '../errors.js'
import { quoteInline, quoteLines } from '../text/quote.js'
import { DATA_NOTE, renderOutput } from '../tools/render-output.js'
import type { Granted } from './call-tool.js'

type Readable = Pick<Granted, 'memory' | 'task'>

/**
 * A page of a document of the task: of its outline, or with an anchor of that section. Undefined alike for what is no
 * such address and for a document that is absent, unpublished or not attached. Throws what a client can be told of a
 * cursor that leads nowhere by now.
 */
export async function documentPage(readable: Readable, uri: string): Promise<string | undefined> {
  const place = placeOf(uri)
  if (place === undefined) return undefined
  try {
    return place.anchor === undefined
      ? await outlinePage(readable, place)
      : await sectionPage(readable, place)
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
    if (error.code === 'not_found' || error.code === 'invalid_input') return undefined
    if (error.code !== 'conflict') throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message}; ${error.hint ?? ''}`)
  }
}

interface Place {
  readonly id: string
  readonly anchor: string | undefined
  readonly cursor: string | undefined
}

function placeOf(uri: string): Place | undefined {
  const [, id, query = ''] = ADDRESS.exec(uri) ?? []
  const given = new URLSearchParams(query)
  if (id === undefined || [...given.keys()].some((name) => name !== 'anchor' && name !== 'cursor'))
    return undefined
  return { id, anchor: given.get('anchor') ?? undefined, cursor: given.get('cursor') ?? undefined }
}

const ADDRESS = /^recollect:\/\/doc\/([0-9a-f-]{36})(?:\?([^#]{0,4096}))?$/i

async function outlinePage({ memory, task }: Readable, { id, cursor }: Place): Promise<string> {
  const { title, source, version, lines, sections, next } = await memory.knowledgeReadDoc({
    document: id,
    task,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const facts = [
    `document ${quoteInline(title, NAME_CHARS)}`,
    ...(source === null ? [] : [`source ${quoteInline(source, NAME_CHARS)}`]),
    `version ${version}`,
    `${lines} lines`,
  ]
  const rows = sections.flatMap(({ anchor, heading, level, line, tokens }) => [
    `${address(id, { anchor })} · level ${level} · line ${line} · about ${tokens} tokens`,
    quoteLines(heading),
  ])
  return [DATA_NOTE, facts.join(' · '), ...rows, ...onward(id, { cursor: next }), ''].join('\n')
}

async function sectionPage({ memory, task }: Readable, { id, anchor = '', cursor }: Place): Promise<string> {
  const page = await memory.knowledgeReadSection({
    document: id,
    task,
    anchor,
    ...(cursor === undefined ? {} : { cursor }),
  })
  const { children, next, ...rest } = page
  const below = children.map((child) => `${address(id, child)} ${quoteInline(child.heading)}`)
  return [
    renderOutput('A published document', rest),
    ...(below.length === 0 ? [] : ['under it:', ...below]),
    ...onward(id, { anchor, cursor: next }),
    '',
  ].join('\n')
}

interface Onward {
  readonly anchor?: string
  readonly cursor?: string | null
}

function onward(id: string, { anchor, cursor }: Onward): string[] {
  return cursor == null
    ? []
    : [`(to read on: ${address(id, { ...(anchor === undefined ? {} : { anchor }), cursor })})`]
}

function address(id: string, { anchor, cursor }: Onward): string {
  const query = new URLSearchParams()
  if (anchor !== undefined) query.set('anchor', anchor)
  if (cursor != null) query.set('cursor', cursor)
  return `recollect://doc/${id}${query.size === 0 ? '' : `?${query}`}`
}

const NAME_CHARS = 200
