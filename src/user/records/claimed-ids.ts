import { readRecordFile } from './read-record-file.js'

/**
 * The ids of records that a file gives as its own: of a file that is no record, because it is broken or cut off, all that
 * stand in its front matter.
 */
export async function claimedIds(file: string, bytes: Uint8Array): Promise<readonly string[]> {
  const read = await readRecordFile(file, bytes)
  if ('record' in read) return read.record.id === null ? [] : [read.record.id]
  // In UTF-16 each letter has a zero byte beside it.
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', '')
  if (!BEGIN.test(text)) return []
  const end = END.exec(text)?.index ?? text.length
  const found = text.substring(0, end).matchAll(ID) // slice-ok: latin1, looked at for an id alone
  return [...found].map(([, id = '']) => id.toLowerCase())
}

// After the byte order mark, if there is one.
const BEGIN = /^[^\w\s-]{0,3}---/
const END = /[\r\n](?:---|\.\.\.)[ \t]*[\r\n]/
const ID = /\bid["']?[ \t]{0,8}:[ \t]{0,8}["']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi
