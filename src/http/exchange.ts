import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One request and its answer, from the first byte to the last: what is told of it afterwards, and what ends with it. */
export interface Exchange {
  readonly address: string | undefined
  /** As the router has it; `none` until it is known, and for what was refused before. */
  route: string
  /** The id of the API key, `owner`; null where no token was known. */
  key: string | null
  /** Of the problem that was answered. */
  code: string | undefined
  /** Once the answer was sent, or cannot be any more. */
  onEnd(work: () => void): void
  /** Ends the connection: what was sent so far is no whole answer. */
  cut(): void
}

export interface EndedExchange extends Pick<Exchange, 'address' | 'route' | 'key' | 'code'> {
  readonly method: string
  /** 499 where the caller left before the end. */
  readonly status: number
  readonly ms: number
}

export function beginExchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ended: (exchange: EndedExchange) => void,
): Exchange {
  const startedAt = performance.now()
  const works: (() => void)[] = []
  let isOver = false
  const exchange: Exchange = {
    address: incoming.socket.remoteAddress,
    route: 'none',
    key: null,
    code: undefined,
    onEnd: (work) => {
      // Who left while their token was looked up is told of what began only then.
      if (isOver) work()
      else works.push(work)
    },
    cut: () => void outgoing.destroy(),
  }
  const forget = whenSocketEnds(incoming.socket, end)
  outgoing.once('close', end)
  return exchange

  function end(): void {
    if (isOver) return
    isOver = true
    forget()
    for (const work of works) work()
    const { address, route, key, code } = exchange
    ended({
      address,
      route,
      key,
      code,
      method: KNOWN_METHODS.has(incoming.method ?? '') ? (incoming.method ?? '') : 'other',
      status: outgoing.writableFinished ? outgoing.statusCode : CALLER_LEFT,
      ms: performance.now() - startedAt,
    })
  }
}

/**
 * Node says nothing of an answer that waits behind others of the same connection when that ends. One listener for all of
 * a connection, which may have many requests underway and any number behind it.
 */
function whenSocketEnds(socket: Socket, end: () => void): () => void {
  const ends = endsOf.get(socket) ?? new Set()
  if (!endsOf.has(socket)) {
    endsOf.set(socket, ends)
    socket.once('close', () => {
      for (const each of ends) each()
    })
  }
  ends.add(end)
  return () => ends.delete(end)
}

const endsOf = new WeakMap<Socket, Set<() => void>>()

const CALLER_LEFT = 499

const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
])
