export interface ZipEntry {
  readonly path: string
  readonly bytes: Uint8Array
}

/** What an archive may be at most, unpacked: a small file may claim to hold a very large one. */
const MAX_BYTES = 200_000_000
const MAX_ENTRIES = 20_000

/**
 * The files of a zip archive, stored or deflated, in the order of its directory. Throws a `RangeError` for what is no
 * such archive or unpacks to too much.
 */
export async function* readZip(archive: Uint8Array): AsyncGenerator<ZipEntry> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const { count, start } = endOf(view)
  let at = start
  let total = 0
  for (let index = 0; index < count; index += 1) {
    const entry = entryAt(view, archive, at)
    at = entry.next
    if (entry.path.endsWith('/')) continue
    total += entry.size
    if (total > MAX_BYTES) throw new RangeError('the archive unpacks to too much')
    yield { path: entry.path, bytes: await unpacked(view, archive, entry) }
  }
}

interface DirectoryEntry {
  readonly path: string
  readonly isDeflated: boolean
  readonly packed: number
  readonly size: number
  readonly start: number
  readonly next: number
}

const END = 0x06054b50
const DIRECTORY = 0x02014b50
const LOCAL = 0x04034b50
/** A comment may stand behind the end. */
const END_SPAN = 65_557

function endOf(view: DataView): { readonly count: number; readonly start: number } {
  const first = Math.max(0, view.byteLength - END_SPAN)
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== END) continue
    const count = view.getUint16(at + 10, true)
    if (count > MAX_ENTRIES) throw new RangeError('the archive holds too many files')
    return { count, start: view.getUint32(at + 16, true) }
  }
  throw new RangeError('this is no zip archive')
}

function entryAt(view: DataView, archive: Uint8Array, at: number): DirectoryEntry {
  if (view.getUint32(at, true) !== DIRECTORY) throw new RangeError('the directory of the archive is damaged')
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
    number,
    number,
    number,
  ]
  if ((flags & 1) === 1) throw new RangeError('the archive is encrypted')
  if (method !== 0 && method !== 8) throw new RangeError('the archive is packed in a way that is not known')
  const from = at + 46
  return {
    path: new TextDecoder().decode(archive.subarray(from, from + name)),
    isDeflated: method === 8,
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    start: view.getUint32(at + 42, true),
    next: from + name + extra + comment,
  }
}

async function unpacked(
  view: DataView,
  archive: Uint8Array,
  { start, packed, size, isDeflated }: DirectoryEntry,
): Promise<Uint8Array> {
  if (view.getUint32(start, true) !== LOCAL) throw new RangeError('a file of the archive is damaged')
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  const raw = archive.subarray(from, from + packed)
  return isDeflated ? inflated(raw, size) : raw
}

/** Stops where there is more than was said. */
async function inflated(raw: Uint8Array, size: number): Promise<Uint8Array> {
  const out = new Uint8Array(size)
  let length = 0
  const source = new Blob([raw as Uint8Array<ArrayBuffer>]).stream()
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (length + value.length > size) {
      await reader.cancel()
      throw new RangeError('a file of the archive is larger than it says')
    }
    out.set(value, length)
    length += value.length
  }
  if (length < size) throw new RangeError('a file of the archive is damaged')
  return out
}
