/** An archive of texts, stored as they are: what it holds is small, and every system opens it. */
export function writeZip(files: readonly { readonly path: string; readonly content: string }[]): Blob {
  const encoder = new TextEncoder()
  const local: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, content } of files) {
    const name = encoder.encode(path)
    const body = encoder.encode(content)
    const shared = { crc: crc32(body), size: body.length, name: name.length }
    const head = header(30, LOCAL, 4, shared)
    const entry = header(46, DIRECTORY, 6, shared)
    new DataView(entry.buffer).setUint16(4, VERSION, true)
    new DataView(entry.buffer).setUint32(42, offset, true)
    local.push(head, name, body)
    directory.push(entry, name)
    offset += head.length + name.length + body.length
  }
  const end = new Uint8Array(22)
  const view = new DataView(end.buffer)
  view.setUint32(0, END, true)
  view.setUint16(8, files.length, true)
  view.setUint16(10, files.length, true)
  view.setUint32(
    12,
    directory.reduce((total, piece) => total + piece.length, 0),
    true,
  )
  view.setUint32(16, offset, true)
  return new Blob([...local, ...directory, end], { type: 'application/zip' })
}

const LOCAL = 0x04034b50
const DIRECTORY = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const UTF8 = 0x0800
/** 1 January 1980: no time of the machine goes along. */
const EPOCH = 0x0021

/** What both headers of a file say, from `at` on: they differ by one field before it. */
function header(
  length: number,
  signature: number,
  at: number,
  { crc, size, name }: { readonly crc: number; readonly size: number; readonly name: number },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signature, true)
  view.setUint16(at, VERSION, true)
  view.setUint16(at + 2, UTF8, true)
  view.setUint16(at + 8, EPOCH, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, size, true)
  view.setUint32(at + 18, size, true)
  view.setUint16(at + 22, name, true)
  return bytes
}

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return ~crc >>> 0
}

const TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})
