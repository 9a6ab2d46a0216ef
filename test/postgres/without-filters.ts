import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server on which every statement has lost its filter of banks. */
export interface WithoutFilters {
  /** The same database, through here. */
  readonly url: string
  /** How many statements came through that had such a filter. */
  readonly count: () => number
  close(): Promise<void>
}

/**
 * Stands between a client and the server and rewrites the text of statements: `bank = $1` becomes true for every bank, so
 * that what keeps banks apart is row-level security alone.
 */
export async function withoutFilters(url: string): Promise<WithoutFilters> {
  const to = new URL(url)
  let count = 0
  const rewrite = (text: string) => {
    const changed = withoutFilter(text)
    if (changed !== text) count += 1
    return changed
  }
  const sockets = new Set<Socket>()
  const door = createServer((client) => {
    const server = connect(Number(to.port), to.hostname)
    const ends = [client, server]
    for (const end of ends) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.once('close', () => {
        sockets.delete(end)
        for (const other of ends) other.destroy()
      })
    }
    server.pipe(client)
    const read = messagesOf(rewrite)
    client.on('data', (bytes) => server.write(read(bytes as Buffer)))
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const through = new URL(url)
  through.port = String(address.port)
  return {
    url: through.href,
    count: () => count,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      door.close()
      await once(door, 'close')
    },
  }
}

/** The parameter stays in the statement, else the server could not tell its type. */
export function withoutFilter(text: string): string {
  return text
    .replace(/((?:\b\w+\.)?\bbank) = (\$\d+)/g, '($1 = $2 or $1 is not null)')
    .replace(/(?:\b\w+\.)?\bbank in \(/g, `'' not in (`)
}

/** Reads what a client sends; whole messages come out, those with a statement rewritten. */
function messagesOf(rewrite: (text: string) => string): (bytes: Buffer) => Buffer {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const out: Buffer[] = []
    for (;;) {
      // The first message has no letter.
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) break
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) break
      out.push(isStarted ? rewritten(rest.subarray(0, length), rewrite) : rest.subarray(0, length))
      rest = rest.subarray(length)
      isStarted = true
    }
    return Buffer.concat(out)
  }
}

/** `Q` is a text alone, `P` a name, a text, and the types of its parameters; texts end with a zero. */
function rewritten(message: Buffer, rewrite: (text: string) => string): Buffer {
  const type = String.fromCharCode(message[0] as number)
  if (type !== 'Q' && type !== 'P') return message
  const start = type === 'Q' ? 5 : message.indexOf(0, 5) + 1
  const end = message.indexOf(0, start)
  const text = Buffer.from(rewrite(message.toString('utf8', start, end)))
  const body = Buffer.concat([message.subarray(5, start), text, message.subarray(end)])
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
