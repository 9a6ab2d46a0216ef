/** Cuts a stream of bytes into lines, without ever holding more than one line of `maxBytes`. */
export interface LineSplitter {
  /** The lines that are complete now; `undefined` stands for one that was too long. */
  push(chunk: Buffer): (string | undefined)[]
  /** What stands behind the last newline. */
  end(): (string | undefined)[]
}

export function createLineSplitter(maxBytes: number): LineSplitter {
  let parts: Buffer[] = []
  let bytes = 0
  let isSkipping = false

  function keep(part: Buffer): void {
    bytes += part.length
    if (bytes > maxBytes) {
      isSkipping = true
      parts = []
    } else if (part.length > 0) parts.push(part)
  }

  function take(): string | undefined {
    const line = isSkipping ? undefined : Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
    parts = []
    bytes = 0
    isSkipping = false
    return line
  }

  return {
    push: (chunk) => {
      const lines: (string | undefined)[] = []
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at))
        lines.push(take())
        from = at + 1
      }
      keep(chunk.subarray(from))
      return lines
    },
    end: () => (bytes === 0 ? [] : [take()]),
  }
}

const NEWLINE = 0x0a
