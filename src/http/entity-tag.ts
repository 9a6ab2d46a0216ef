import { createHash } from 'node:crypto'
import { MemoryError } from '../errors.js'
import type { Operation } from '../operations/operation.js'
import { revisionField } from './revision-field.js'

/**
 * What an answer is known by: a hash of it, behind the revision of the one thing that it shows, where that has one. Made of
 * what is answered now; no answer is kept for it.
 */
export function entityTag(output: unknown, body: string): string {
  const revision = revisionIn(output)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, HASH_CHARS) // slice-ok: base64url
  return `"${revision === undefined ? '' : `${revision}-`}${hash}"`
}

/** Whether the caller has this answer already. */
export function isNoneMatch(header: string | null, tag: string): boolean {
  if (header === null) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** The input with the revision that the caller says to have seen. Throws `invalid_input` where that cannot be compared. */
export function ifMatch(
  operation: Operation,
  header: string | null,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (header === null) return input
  const field = revisionField(operation)
  if (field === undefined) {
    throw new MemoryError(
      'invalid_input',
      `${operation.name} takes no If-Match: nothing that it changes has a revision`,
      'leave the header out; facts and conflicts are never changed in place, and say so where they are not as you think',
    )
  }
  const revision = /^"(\d{1,15})(?:-[\w-]{1,64})?"$/.exec(header.trim())?.[1]
  if (revision === undefined) {
    throw new MemoryError(
      'invalid_input',
      'If-Match: not the ETag of something that has a revision',
      'give the ETag of a read of it as it is; or its revision in quotes, "3"',
    )
  }
  const given = input[field]
  if (given !== undefined && given !== Number(revision)) {
    throw new MemoryError(
      'invalid_input',
      `If-Match says revision ${revision}, and ${field} another one`,
      'give one of the two',
    )
  }
  return { ...input, [field]: Number(revision) }
}

const HASH_CHARS = 22

function revisionIn(output: unknown): number | undefined {
  const { revision, record, document, task } = fieldsOf(output)
  const found = [revision, ...[record, document, task].map((one) => fieldsOf(one)['revision'])]
  return found.find((one) => typeof one === 'number')
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
