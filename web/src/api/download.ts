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
