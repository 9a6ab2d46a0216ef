import type { z } from 'zod'
import { MemoryError } from '../../errors.js'
import type { Operations } from '../../operations/table.js'
import type { CommandCall, ExitCode } from '../command.js'
import { documentNamed, sectionNamed } from '../document-names.js'
import { DOCUMENT_NUMBERS_HINT, showList } from '../lists/show-list.js'
import { addressOf, calledBy, renderMap, renderOutline, renderSection } from '../render/knowledge.js'
import { sayWaiting } from '../say-waiting.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Lists what a task may ask, numbered. */
export async function runKnowledgeMap(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.knowledgeMap(input)
  await showList(call, output, {
    kind: 'document',
    ids: output.documents.map(({ id }) => id),
    hint: DOCUMENT_NUMBERS_HINT,
    render: (shown, showsIds) => renderMap(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  if (output.total === 0)
    tell(
      terminal,
      sayWaiting(output.waiting) ??
        `This task may ask no document: recollect knowledge attach --all${taskFlag(input)}`,
    )
  else if (output.next !== null) tell(terminal, `More: the same with --after ${output.next}`)
  return 0
}

type Outline = z.output<Operations['knowledgeReadDoc']['output']>

/** Shows the outline of a document, all of it, unless a page is asked for. */
export async function runKnowledgeOutline(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { memory } = await call.open()
  const document = await documentNamed(String(call.input['document']), { memory, shelf: {} })
  const input = { ...call.input, document }
  const isPage = flags.json || 'cursor' in call.input || 'maxTokens' in call.input
  let outline: Outline = await memory.knowledgeReadDoc(isPage ? input : { ...input, maxTokens: PAGE_TOKENS })
  for (let { next } = outline; next !== null && !isPage; next = outline.next) {
    const more = await memory.knowledgeReadDoc({ ...input, maxTokens: PAGE_TOKENS, cursor: next })
    outline = { ...more, sections: [...outline.sections, ...more.sections] }
  }
  show(call, outline, (shown) => renderOutline(shown, view))
  if (flags.quiet || flags.json) return 0
  if (outline.next !== null) tell(terminal, `More: the same with --cursor ${outline.next}`)
  const first = outline.sections.find(({ anchor }) => anchor !== '')
  if (first !== undefined) {
    terminal.note('')
    tell(
      terminal,
      `To read one: recollect knowledge read ${addressOf(outline, first.anchor)}${taskFlag(input)}`,
    )
  }
  return 0
}

/** Reads one section; without one, of a document that has a single one, all of it. */
export async function runKnowledgeRead(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { place, ...rest } = call.input as { readonly place: readonly string[] } & Record<string, unknown>
  const { memory } = await call.open()
  const { document, anchor } = await sectionNamed(place, { memory, shelf: {} })
  const named = { ...rest, document, ...(anchor === undefined ? {} : { anchor }) }
  const isOpen = anchor === undefined && rest['cursor'] === undefined
  const input = isOpen ? { ...named, anchor: await onlySection(call, named) } : named
  const page = await memory.knowledgeReadSection(input)
  show(call, page, (shown) => renderSection(shown, view))
  if (page.next !== null && !flags.quiet && !flags.json) {
    terminal.note('')
    tell(terminal, `More: recollect knowledge read ${calledBy(page)} --cursor ${page.next}${taskFlag(rest)}`)
  }
  return 0
}

/** The anchor of the only section. Throws where there are several, with one that is there. */
async function onlySection(
  call: CommandCall,
  { document, task }: { readonly document: string; readonly task?: string },
): Promise<string> {
  const { memory } = await call.open()
  const outline = await memory.knowledgeReadDoc({ document, ...(task === undefined ? {} : { task }) })
  const first = outline.sections.find(({ anchor }) => anchor !== '')
  const [only] = outline.sections
  if (outline.sectionCount === 1 && only !== undefined) return only.anchor
  throw new MemoryError(
    'invalid_input',
    'which section?',
    `like: recollect knowledge read ${addressOf(outline, first?.anchor ?? '')}; all of them: recollect knowledge outline ${calledBy(outline)}`,
  )
}

/** Goes with a command that is told where another task than the usual one is meant. */
export function taskFlag(input: Readonly<Record<string, unknown>>): string {
  return typeof input['task'] === 'string' ? ` --task ${asTyped(input['task'])}` : ''
}

function asTyped(name: string): string {
  const shown = printableLine(name)
  return /^[\w./@%+:,\p{L}\p{N}-]+$/u.test(shown) ? shown : `"${shown}"`
}

const PAGE_TOKENS = 8_000
