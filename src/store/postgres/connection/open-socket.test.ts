import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openSocket } from './open-socket.js'

it('ends no process where the server goes before anybody listens', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const tls = {
    mode: 'disable',
    rootFile: undefined,
    certificateFile: undefined,
    keyFile: undefined,
  } as const
  const socket = await openSocket({ name: '127.0.0.1', port }, tls, 5_000)
  const [theirs] = await accepted
  // Not `once`, which listens to errors as well.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  theirs.resetAndDestroy()
  socket.resume()
  await closed
  expect(socket.destroyed).toBe(true)
  server.close()
})
