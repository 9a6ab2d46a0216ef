import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { documentNamed } from '../document-names.js'
import { inWaves } from '../in-waves.js'
import { explainShelf, type OnShelf, onShelf } from '../on-shelf.js'
import { meterOf } from '../progress-meter.js'
import { pendingOf } from '../publish-pending.js'
import { type LibraryDocument, renderReviewed } from '../render/library.js'
import { tell } from '../tell.js'
import { tellWhetherAsked } from '../tell-whether-asked.js'
import { printableLine } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Publishes documents, or all that wait. One that cannot be published never stops the rest. */
export function runKnowledgePublish(call: CommandCall): Promise<ExitCode> {
  const { documents, all } = call.input as { readonly documents?: readonly string[]; readonly all?: boolean }
  if ((all === true) === (documents !== undefined))
    throw new UsageError(
      'publish which documents?',
      'like: recollect knowledge publish handbook.md, or --all',
    )
  if (documents !== undefined && documents.length > 1 && call.input['version'] !== undefined)
    throw new UsageError('--number is of one document', 'publish them one by one')
  return review(call, 'Published', ({ memory }, input) => memory.knowledgePublish(input))
}

export function runKnowledgeReject(call: CommandCall): Promise<ExitCode> {
  return review(call, 'Rejected', ({ memory }, input) => memory.knowledgeReject(input))
}

export function runKnowledgeWithdraw(call: CommandCall): Promise<ExitCode> {
  return review(call, 'Withdrawn', ({ memory }, input) => memory.knowledgeWithdraw(input))
}

interface Reviewing {
  readonly document: string
  readonly shelf?: 'system'
}

type Act = (on: OnShelf, input: Reviewing & Record<string, unknown>) => Promise<LibraryDocument>

interface Failure {
  readonly document: string
  readonly code: string
  readonly message: string
  readonly hint: string | null
}

async function review(call: CommandCall, done: string, act: Act): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { documents, all, system: _, ...rest } = call.input as Record<string, unknown>
  const on = await onShelf(call)
  const names =
    all === true
      ? (await pendingOf(on)).map(({ id }) => id)
      : await Promise.all((documents as readonly string[]).map((typed) => documentNamed(typed, on)))
  const reviewed: LibraryDocument[] = []
  const failed: Failure[] = []
  const meter = meterOf(call, done.toLowerCase())
  const reviewOne = async (document: string) => {
    try {
      return await act(on, { ...rest, ...on.shelf, document })
    } catch (error) {
      const said = explainShelf(error)
      if (!(said instanceof MemoryError) || names.length === 1) throw said
      return { document, code: said.code, message: said.message, hint: said.hint ?? null }
    }
  }
  for (const { done: index, wave } of inWaves(names)) {
    meter.show({ done: index, total: names.length, unit: 'documents' })
    try {
      for (const one of await Promise.all(wave.map(reviewOne)))
        if ('code' in one) failed.push(one)
        else reviewed.push(one)
    } catch (error) {
      meter.clear()
      throw error
    }
  }
  meter.clear()
  const isOne = names.length === 1 && all !== true
  show(call, isOne ? reviewed[0] : { documents: reviewed, failed }, () =>
    renderReviewed(reviewed, done, view),
  )
  for (const { document, message, hint } of flags.json ? [] : failed)
    terminal.note(printableLine(`Not ${document}: ${message}${hint === null ? '' : `; ${hint}`}`))
  if (names.length === 0 && !flags.quiet && !flags.json) tell(terminal, 'Nothing waits for review.')
  if (done === 'Published' && reviewed.length > 0 && !flags.quiet && !flags.json)
    await tellWhetherAsked(terminal, (await call.open()).memory, reviewed)
  return failed.length > 0 ? 1 : 0
}
