import { MemoryError } from '../../errors.js'
import { isOneLine } from '../../text/one-line.js'
import { wellFormed } from '../../text/well-formed.js'
import {
  BODY_MAX_BYTES,
  DESCRIPTION_MAX_CHARS,
  NAME_MAX_CHARS,
  type NewRecord,
  type RecordType,
  recordTypes,
} from './record.js'

/** The words of a record, as one text that search finds: name, description and body with an empty line between. */
export interface RecordText {
  readonly text: string
  /** In UTF-16 units. */
  readonly nameChars: number
  readonly descriptionChars: number
}

export function recordText({ name, description, body }: Omit<NewRecord, 'type'>): RecordText {
  return {
    text: [name, description, body].join(BETWEEN),
    nameChars: name.length,
    descriptionChars: description.length,
  }
}

/** The parts of a record's text, as they were put together. */
export function partsOfRecord({ text, nameChars, descriptionChars }: RecordText): Omit<NewRecord, 'type'> {
  const descriptionAt = nameChars + BETWEEN.length
  const bodyAt = descriptionAt + descriptionChars + BETWEEN.length
  return {
    // Where whole texts were put together; a line of an archive is held against that (`soundParts`).
    name: text.substring(0, nameChars), // slice-ok: a part's end
    description: text.substring(descriptionAt, descriptionAt + descriptionChars), // slice-ok: a part's end
    body: text.substring(bodyAt), // slice-ok: a part's end
  }
}

/** The parts of a text that can be a record's; undefined where that is not how it was put together. */
export function soundParts(given: RecordText, type: RecordType): Omit<NewRecord, 'type'> | undefined {
  const parts = partsOfRecord(given)
  const { text, nameChars } = recordText(parts)
  const isSound = text === given.text && nameChars === given.nameChars
  return isSound && faultOf({ ...parts, type }) === undefined ? parts : undefined
}

const BETWEEN = '\n\n'

/** Within so many characters of a record's text, its name and its description are over. */
export const HEAD_MAX_CHARS = NAME_MAX_CHARS + BETWEEN.length + DESCRIPTION_MAX_CHARS

/** What makes a record unusable. */
export interface RecordFault {
  readonly field: 'name' | 'description' | 'type' | 'body'
  readonly reason: string
  readonly hint: string
  readonly isTooLarge: boolean
}

/** The first fault of what a caller or a file says; undefined for what can be a record. */
export function faultOf({
  name,
  description,
  type,
  body,
}: Record<keyof NewRecord, string>): RecordFault | undefined {
  const fault = (field: RecordFault['field'], reason: string, hint: string, isTooLarge = false) => ({
    field,
    reason,
    hint,
    isTooLarge,
  })
  if (name.trim() === '') return fault('name', 'is empty', 'give a few words, like Weekly report')
  if (name !== name.trim()) return fault('name', 'begins or ends with a space', 'leave the space away')
  if (name.length > NAME_MAX_CHARS)
    return fault(
      'name',
      `has ${name.length} characters, at most ${NAME_MAX_CHARS}`,
      'say the rest in the description',
      true,
    )
  if (!isOneLine(name))
    return fault('name', 'has a line break or a control character', 'write it on one line')
  if (description.length > DESCRIPTION_MAX_CHARS) {
    const reason = `has ${description.length} characters, at most ${DESCRIPTION_MAX_CHARS}`
    return fault('description', reason, 'say what it is about, and the rest in the body', true)
  }
  if (!isOneLine(description))
    return fault('description', 'has a line break or a control character', 'write it on one line')
  if (!recordTypes.some((known) => known === type))
    return fault('type', `is none of ${recordTypes.join(', ')}`, 'give one of them')
  const bytes = Buffer.byteLength(body)
  if (bytes > BODY_MAX_BYTES) {
    const reason = `has ${bytes} bytes, at most ${BODY_MAX_BYTES}`
    return fault('body', reason, 'split it into several records, or keep it as a document', true)
  }
  return undefined
}

/** Well-formed, and checked. Throws `invalid_input` or `too_large`, naming the field. */
export function checkedRecord(given: Record<keyof NewRecord, string>): NewRecord {
  const record = {
    name: wellFormed(given.name),
    description: wellFormed(given.description),
    type: given.type as RecordType,
    body: wellFormed(given.body),
  }
  const fault = faultOf(record)
  if (fault === undefined) return record
  const { field, reason, hint, isTooLarge } = fault
  throw new MemoryError(isTooLarge ? 'too_large' : 'invalid_input', `${field} ${reason}`, hint)
}
