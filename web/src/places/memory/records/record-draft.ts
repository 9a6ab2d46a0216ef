import type { RecordType, WholeRecord } from './record-types.js'

/** What a person writes in the editor. */
export interface RecordDraft {
  readonly name: string
  readonly description: string
  readonly type: RecordType
  readonly body: string
}

export const NAME_MAX = 120
export const DESCRIPTION_MAX = 300
const BODY_MAX_BYTES = 65_536

export const emptyDraft: RecordDraft = { name: '', description: '', type: 'reference', body: '' }

export function draftOf({ name, description, type, body }: WholeRecord): RecordDraft {
  return { name, description, type, body }
}

/** What differs from what stands there: what is sent. */
export function changesOf(from: RecordDraft, to: RecordDraft): Partial<RecordDraft> {
  return Object.fromEntries(
    Object.entries(to).filter(([key, value]) => from[key as keyof RecordDraft] !== value),
  )
}

/** What one has written, put on what stands there by now: where only one of both wrote, that counts. */
export function rebased(base: RecordDraft, there: RecordDraft, mine: RecordDraft): Rebased {
  const own = changesOf(base, mine)
  const theirs = changesOf(base, there)
  const both = (Object.keys(own) as (keyof RecordDraft)[]).filter(
    (field) => field in theirs && there[field] !== mine[field],
  )
  return { draft: { ...there, ...own }, both }
}

export interface Rebased {
  readonly draft: RecordDraft
  /** What both have written, each in their way. */
  readonly both: readonly (keyof RecordDraft)[]
}

export type DraftProblem =
  | 'nameMissing'
  | 'descriptionMissing'
  | 'nameTooLong'
  | 'descriptionTooLong'
  | 'bodyTooLarge'

/** Why it cannot be saved as it is. */
export function problemsOf({ name, description, body }: RecordDraft): readonly DraftProblem[] {
  const problems: DraftProblem[] = []
  if (name.trim() === '') problems.push('nameMissing')
  if ([...name].length > NAME_MAX) problems.push('nameTooLong')
  if (description.trim() === '') problems.push('descriptionMissing')
  if ([...description].length > DESCRIPTION_MAX) problems.push('descriptionTooLong')
  if (new TextEncoder().encode(body).length > BODY_MAX_BYTES) problems.push('bodyTooLarge')
  return problems
}

/** What one set out from. */
export interface DraftBase {
  readonly draft: RecordDraft
  readonly revision: number
}

export interface KeptDraft {
  readonly draft: RecordDraft
  readonly base: DraftBase
}

const KEY = 'recollect.draft'

/** What was being written when the page was left; it stays in this tab alone. */
export function keptDraft(id: string | null, reach: string): KeptDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id, reach)) ?? 'null')
    return typeof kept?.draft?.body === 'string' && typeof kept.base?.draft?.body === 'string' ? kept : null
  } catch {
    return null
  }
}

/** null: nothing is left to be saved. */
export function keepDraft(id: string | null, reach: string, kept: KeptDraft | null): void {
  // Before it is known who writes.
  if (reach === '') return
  if (kept === null) sessionStorage.removeItem(keyOf(id, reach))
  else sessionStorage.setItem(keyOf(id, reach), JSON.stringify(kept))
}

function keyOf(id: string | null, reach: string): string {
  return `${KEY} ${reach} ${id ?? 'new'}`
}
