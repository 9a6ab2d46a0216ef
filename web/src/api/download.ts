import { send } from './call.js'

export interface DownloadOptions {
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

/** Fetches what an operation streams out, telling how much has come. */
export async function download(address: string, { signal, onBytes }: DownloadOptions): Promise<Blob> {
  const response = await send(address, { signal })
  const reader = response.body?.getReader()
  // A browser keeps what is large on its disk.
  const pieces: Blob[] = []
  let bytes = 0
  for (;;) {
    const next = await reader?.read()
    if (next === undefined || next.done) break
    bytes += next.value.length
    pieces.push(new Blob([next.value as Uint8Array<ArrayBuffer>]))
    onBytes(bytes)
  }
  return new Blob(pieces)
}

/** Hands a file to the person, where their browser puts what it downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
