import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Something between a client and its server that counts, and that cuts. */
export interface Between {
  /** The same address, by this way. */
  readonly url: string
  /** How often the client spoke after the server had: each is a round trip that was waited for. */
  readonly roundTrips: number
  /** Whether an answer is still to come. */
  readonly isUnderWay: boolean
  /** The next message with these words: lost on its way to the server, or its answer on the way back. */
  cut(words: string, lost: 'before' | 'after'): void
  /** How many were cut. */
  readonly cuts: number
  close(): Promise<void>
}

/** @param delayMs how long each answer is under way: what is sent meanwhile belongs to the same round trip. */
export async function startBetween(url: string, delayMs = 0): Promise<Between> {
  const { port, hostname } = new URL(url)
  const open = new Set<Socket>()
  let roundTrips = 0
  let cuts = 0
  let isServersTurn = false
  let awaited: { readonly words: string; readonly lost: 'before' | 'after' } | undefined
  const listener = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let isDeaf = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (sent) => {
      if (!isServersTurn) roundTrips += 1
      isServersTurn = true
      if (awaited !== undefined && sent.includes(awaited.words)) {
        const { lost } = awaited
        awaited = undefined
        cuts += 1
        if (lost === 'before') return end()
        isDeaf = true
      }
      upstream.write(sent)
    })
    upstream.on('data', (answer) => {
      if (isDeaf) return end()
      setTimeout(() => {
        isServersTurn = false
        client.write(answer)
      }, delayMs)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const here = new URL(url)
  here.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: here.href,
    get roundTrips() {
      return roundTrips
    },
    get isUnderWay() {
      return isServersTurn
    },
    cut: (words, lost) => {
      awaited = { words, lost }
    },
    get cuts() {
      return cuts
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
