import { connect } from 'node:net'

/** Sends these bytes and nothing else, and gives what came back until the other side, or a bound, ended it. */
export function sendRaw(port: number, bytes: string | Uint8Array, host = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const socket = connect({ port, host }, () => socket.write(bytes))
    socket.setTimeout(25_000, () => {
      socket.destroy()
      const sent = Buffer.from(bytes).toString('latin1').substring(0, 2_000)
      reject(
        new Error(
          `no answer, or none that ends, to: ${sent}\n\ngot: ${Buffer.concat(pieces).toString('latin1').substring(0, 500)}`,
        ),
      )
    })
    const done = () => {
      socket.destroy()
      const text = Buffer.concat(pieces).toString('utf8')
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0) })
    }
    socket.on('data', (piece: Buffer) => {
      pieces.push(piece)
      if (isWhole(Buffer.concat(pieces).toString('latin1'))) done()
    })
    socket.on('close', done)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? done() : reject(error),
    )
  })
}

export interface RawAnswer {
  readonly text: string
  /** 0 where no answer came. */
  readonly status: number
}

/** A head, and a body as long as it says or of whole chunks. */
function isWhole(text: string): boolean {
  const at = text.indexOf('\r\n\r\n')
  if (at === -1) return false
  const [head, body] = [text.slice(0, at).toLowerCase(), text.slice(at + 4)]
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1]
  if (length !== undefined) return body.length >= Number(length)
  return /\r\ntransfer-encoding: chunked/.test(head) ? body.endsWith('0\r\n\r\n') : / (?:204|304) /.test(head)
}
