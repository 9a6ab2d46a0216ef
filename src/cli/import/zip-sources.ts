import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { MemoryError } from '../../errors.js'
import { printableLine } from '../wording/printable.js'
import { spokenBytes } from '../wording/spoken-number.js'
import { crc32 } from './crc32.js'
import type { ImportSource, ImportSources } from './import-source.js'

/**
 * The files of a zip, streamed: nothing of it is ever written to disk. It is looked through before anything is
 * read, and refused as a whole when it is encrypted, damaged, or made to swell.
 */
export async function openZip(path: string, maxBytes: number): Promise<ImportSources> {
  const label = basename(path)
  // Loaded only where there is a zip.
  const { openPromise } = await import('yauzl')
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: false }
  const zip = await openPromise(path, options).catch((error: unknown) => {
    throw damaged(label, error)
  })
  try {
    return {
      ...(await look(zip, label)),
      label,
      isMany: true,
      maxTotalBytes: 10 * maxBytes,
      close: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function look(zip: ZipFile, label: string): Promise<Pick<ImportSources, 'sources' | 'leftOut'>> {
  if (zip.entryCount > ENTRIES_MAX) throw refused(label, `it has more than ${ENTRIES_MAX} entries`)
  const sources: ImportSource[] = []
  const leftOut = new Map<string, number>()
  let packed = 0
  for await (const entry of entriesOf(zip, label)) {
    const { fileName, compressedSize, uncompressedSize } = entry
    if (entry.isEncrypted()) {
      throw new MemoryError(
        'invalid_input',
        `${printableLine(label)} is encrypted`,
        'unpack it with its password first, and import the folder',
      )
    }
    packed += compressedSize
    // Entries that share their bytes are how a zip of 10 MB becomes one of 281 TB.
    if (packed > zip.fileSize) throw refused(label, 'its entries overlap')
    if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > RATIO_MAX * compressedSize) {
      const swelling = `${spokenBytes(compressedSize)} would become ${spokenBytes(uncompressedSize)}`
      throw refused(label, `in ${printableLine(fileName)}, ${swelling}`)
    }
    if (fileName.endsWith('/')) continue
    if (fileName.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')) {
      leftOut.set('hidden file or folder', (leftOut.get('hidden file or folder') ?? 0) + 1)
    } else {
      sources.push(sourceOf(zip, entry, label))
    }
  }
  return { sources: sources.sort((a, b) => (a.name < b.name ? -1 : 1)), leftOut }
}

async function* entriesOf(zip: ZipFile, label: string): AsyncGenerator<Entry> {
  try {
    yield* { [Symbol.asyncIterator]: () => zip.eachEntry() }
  } catch (error) {
    throw error instanceof MemoryError ? error : damaged(label, error)
  }
}

function sourceOf(zip: ZipFile, entry: Entry, label: string): ImportSource {
  const name = basename(entry.fileName)
  return {
    name: entry.fileName,
    // WhatsApp calls every chat so; the zip has the name.
    sessionName: name === '_chat.txt' ? `${basename(label, extname(label))}.txt` : name,
    bytes: entry.uncompressedSize,
    modifiedAt: entry.getLastModDate().getTime(),
    async open(): Promise<Readable> {
      try {
        return Readable.from(examined(await zip.openReadStreamPromise(entry), entry))
      } catch (error) {
        throw damaged(`${label}/${entry.fileName}`, error)
      }
    },
  }
}

/** The same bytes, that throw `invalid_input` where they are not those that were packed. */
async function* examined(stream: Readable, { fileName, crc32: packed }: Entry): AsyncGenerator<Uint8Array> {
  let crc = 0
  try {
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      crc = crc32(crc, piece)
      yield piece
    }
    if (crc !== packed) throw new Error('its checksum does not match')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new MemoryError(
      'invalid_input',
      `${printableLine(fileName)} was damaged in the zip: ${printableLine(why)}`,
      'download or export it once more',
      { cause: error },
    )
  }
}

function refused(label: string, why: string): MemoryError {
  return new MemoryError(
    'too_large',
    `${printableLine(label)} is refused: ${why}`,
    'if you trust it, unpack it yourself and import the folder',
  )
}

function damaged(label: string, error: unknown): MemoryError {
  const why = error instanceof Error ? error.message : String(error)
  return new MemoryError(
    'invalid_input',
    `${printableLine(label)} cannot be read as a zip: ${printableLine(why)}`,
    'download or export it once more',
    { cause: error },
  )
}

const ENTRIES_MAX = 20_000
// Text shrinks to a tenth, a very repetitive one to a hundredth.
const RATIO_MAX = 200
const RATIO_FREE_BYTES = 1_000_000
