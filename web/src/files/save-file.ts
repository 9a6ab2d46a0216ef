const KEPT_MS = 60_000

/** Gives the person a file, as the browser keeps downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  // Nothing that a file may not be called.
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
