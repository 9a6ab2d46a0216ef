import { MemoryError } from '../../errors.js'
import { formatOf } from './file-format.js'
import { firstNotUtf8, likelyEncoding } from './not-utf8.js'

/**
 * The text of a Markdown or plain text file, exactly: encoding it again gives the same bytes, a byte order mark included.
 * `name` (null where it has none) only helps to know a page of HTML.
 *
 * Throws `unsupported` for what is another kind of file, known by its content, and `invalid_input` for what is not UTF-8;
 * the hint says how to convert it.
 */
export function decodeDocument(bytes: Uint8Array, name: string | null): string {
  const format = formatOf(bytes, name)
  if (format !== undefined)
    throw new MemoryError('unsupported', `${format.is}, not Markdown or plain text`, format.convert)
  const nul = bytes.indexOf(0)
  if (nul !== -1) {
    throw new MemoryError(
      'unsupported',
      `not text: a NUL byte ${placeOf(bytes, nul)}`,
      'a document is Markdown or plain text in UTF-8; if this is text, take the NUL out',
    )
  }
  try {
    return utf8.decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const bad = firstNotUtf8(bytes)
    throw new MemoryError(
      'invalid_input',
      `not UTF-8: a wrong byte ${placeOf(bytes, bad)}`,
      isUtf8Before(bytes, bad)
        ? 'before it all is UTF-8: mend that place, or leave out what is wrong: iconv -c -f UTF-8 -t UTF-8 FILE > NEW-FILE'
        : `convert it: iconv -f ${likelyEncoding(bytes)} -t UTF-8 FILE > NEW-FILE (if that reads wrong, it is another encoding: iconv -l)`,
      { cause: error },
    )
  }
}

/** Whether so much beyond ASCII was right that it is no accident. */
function isUtf8Before(bytes: Uint8Array, bad: number): boolean {
  let beyond = 0
  for (let at = 0; at < bad && beyond < 12; at++) if ((bytes[at] ?? 0) >= 0x80) beyond++
  return beyond >= 12
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function placeOf(bytes: Uint8Array, at: number): string {
  let line = 1
  for (let i = bytes.indexOf(LF); i !== -1 && i < at; i = bytes.indexOf(LF, i + 1)) line++
  const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0')
  return `(0x${byte}) at byte ${at}, line ${line}`
}

const LF = 0x0a
