import { readZip } from './read-zip.js'

/** One file that a person handed over, by its path inside what was dropped. */
export interface GivenFile {
  readonly path: string
  readonly bytes: () => Promise<Uint8Array>
  readonly size: number
  /** Milliseconds; undefined of what came out of an archive. */
  readonly modifiedAt?: number
}

/** More are not looked at: whoever drops a whole disk meant something else. */
const MAX_FILES = 5_000

/** The files of a drop, folders walked through. To be called while the drop is being told: later there is nothing. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return chosenFiles(transfer.files)
  const files: GivenFile[] = []
  for (const entry of entries) await walk(entry, '', files)
  return files
}

/** The files of a file field. */
export function chosenFiles(list: FileList | null): readonly GivenFile[] {
  return [...(list ?? [])].map((file) => asGiven(file.webkitRelativePath || file.name, file))
}

/** The same, with what stands in zip archives instead of the archives. */
export async function unzipped(files: readonly GivenFile[]): Promise<readonly GivenFile[]> {
  const found: GivenFile[] = []
  for (const file of files) {
    if (!/\.zip$/i.test(file.path)) {
      found.push(file)
      continue
    }
    for await (const { path, bytes } of readZip(await file.bytes())) {
      if (!isHidden(path)) found.push({ path, bytes: async () => bytes, size: bytes.length })
    }
  }
  return found
}

async function walk(entry: FileSystemEntry, folder: string, into: GivenFile[]): Promise<void> {
  if (isHidden(entry.name) || into.length >= MAX_FILES) return
  const path = `${folder}${entry.name}`
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    into.push(asGiven(path, file))
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A reader gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    for (const inside of some) await walk(inside, `${path}/`, into)
  }
}

function asGiven(path: string, file: File): GivenFile {
  const { size, lastModified: modifiedAt } = file
  return { path, bytes: async () => new Uint8Array(await file.arrayBuffer()), size, modifiedAt }
}

function isHidden(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'node_modules')
}
