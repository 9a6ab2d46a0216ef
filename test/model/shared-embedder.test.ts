import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer, Server, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import type { Embedder } from '../../src/model/embedder.js'
import { type EmbedderSocket, serveEmbedder } from '../../src/model/embedder-socket.js'
import { isEmbedder } from '../../src/model/embedder-source.js'
import {
  connectSharedEmbedder,
  type SharedEmbedder,
  type SharedOptions,
} from '../../src/model/shared-embedder.js'
import { socketPlace } from '../../src/model/socket-place.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { temporaryFolder } from '../open-spine.js'

const closing: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

async function serve(home: string, embedder: Embedder = createHashEmbedder()): Promise<EmbedderSocket> {
  const socket = await serveEmbedder(home, embedder)
  if (socket === undefined) throw new Error('it does not serve')
  closing.push(socket)
  return socket
}

async function use(home: string, options: SharedOptions = {}): Promise<SharedEmbedder> {
  const found = await connectSharedEmbedder(home, options)
  if (!isEmbedder(found)) throw new Error(found.off)
  closing.push(found)
  return found
}

const NOBODY = { off: 'the model is not loaded: recollect search --meaning, or a server, loads it' }
const socketOf = (home: string) => join(home, 'embedder.sock')

describe('an embedder that is shared', () => {
  it('answers another process as it answers its own', async () => {
    const home = await temporaryFolder()
    const own = createHashEmbedder()
    await serve(home, own)
    const shared = await use(home)
    expect(shared.model).toEqual(own.model)
    const texts = Array.from({ length: 70 }, (_, at) => `the ${at}th text\nof “Mia” 😀`)
    expect(await shared.embed(texts, 'passage')).toEqual(await own.embed(texts, 'passage'))
    expect(await shared.embed([], 'question')).toEqual([])
  })

  it('answers many at once, each with its own', async () => {
    const home = await temporaryFolder()
    const own = createHashEmbedder()
    await serve(home, own)
    const shared = await use(home)
    const texts = Array.from({ length: 100 }, (_, at) => [`question ${at}`])
    const answers = await Promise.all(texts.map((text) => shared.embed(text, 'question')))
    expect(answers).toEqual(await Promise.all(texts.map((text) => own.embed(text, 'question'))))
  })

  it('passes its errors on, and nothing of what is no error of ours', async () => {
    const home = await temporaryFolder()
    const errors = [new MemoryError('too_large', 'too long', 'be brief'), new TypeError('Mia moved')]
    await serve(
      home,
      createHashEmbedder({
        before: () => {
          throw errors.shift()
        },
      }),
    )
    const shared = await use(home)
    await expect(shared.embed(['a'], 'passage')).rejects.toMatchObject({
      code: 'too_large',
      message: 'too long',
      hint: 'be brief',
    })
    await expect(shared.embed(['a'], 'passage')).rejects.toMatchObject({
      code: 'model_unavailable',
      message: 'the embedder failed',
    })
    expect(shared.isOpen()).toBe(true)
  })

  it('refuses what is too large for one request', async () => {
    const home = await temporaryFolder()
    await serve(home)
    const shared = await use(home)
    await expect(shared.embed(['x'.repeat(1_000_001)], 'passage')).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  it('is none of ours when its model is not the one we use', async () => {
    const home = await temporaryFolder()
    await serve(home)
    expect(await connectSharedEmbedder(home, { accepts: ({ name }) => name === 'other' })).toEqual(NOBODY)
  })

  it('says at once that nobody holds one', async () => {
    expect(await connectSharedEmbedder(await temporaryFolder())).toEqual(NOBODY)
    expect(await connectSharedEmbedder(join(await temporaryFolder(), 'none'))).toEqual(NOBODY)
  })

  it('is shared on after a connection that could not be accepted', async () => {
    const home = await temporaryFolder()
    const listening = vi.spyOn(Server.prototype, 'listen')
    await serve(home)
    const [server] = listening.mock.contexts as Server[]
    listening.mockRestore()
    expect(server).toBeInstanceOf(Server)
    server?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
    expect(await (await use(home)).embed(['a'], 'question')).toHaveLength(1)
  })

  it('rejects what waits when its process goes away', async () => {
    const home = await temporaryFolder()
    let asked: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const hanging = createHashEmbedder({
      before: () => {
        asked()
        return new Promise(() => undefined)
      },
    })
    const socket = await serve(home, hanging)
    const shared = await use(home)
    const waits = expect(shared.embed(['a'], 'question')).rejects.toMatchObject({ code: 'model_unavailable' })
    await isAsked
    await socket.close()
    await waits
    expect(shared.isOpen()).toBe(false)
    await expect(shared.embed(['a'], 'question')).rejects.toThrow('gone')
    expect(existsSync(socketOf(home))).toBe(false)
  })

  it('is waited for no longer than the call wants, or the time limit', async () => {
    const home = await temporaryFolder()
    const controller = new AbortController()
    await serve(
      home,
      createHashEmbedder({
        before: () => {
          controller.abort(new Error('enough'))
          return new Promise(() => undefined)
        },
      }),
    )
    const shared = await use(home, { timeoutMs: 20 })
    await expect(shared.embed(['a'], 'question', controller.signal)).rejects.toThrow('enough')
    await expect(shared.embed(['a'], 'question')).rejects.toThrow('within 20 ms')
  })
})

describe('the socket', () => {
  it('is for its owner alone, and leaves nothing else behind', async () => {
    const home = await temporaryFolder()
    const socket = await serve(home)
    expect(statSync(socketOf(home)).mode & 0o777).toBe(0o600)
    expect(readdirSync(home)).toEqual(['embedder.sock'])
    await socket.close()
    expect(readdirSync(home)).toEqual([])
  })

  it('is not made in a folder that others may write to, nor looked for there', async () => {
    const home = await temporaryFolder()
    await serve(home)
    chmodSync(home, 0o777)
    expect(await connectSharedEmbedder(home)).toEqual(NOBODY)
    expect(await serveEmbedder(home, createHashEmbedder())).toBeUndefined()
    chmodSync(home, 0o700)
  })

  it('stands elsewhere when the path is too long, in a folder of this user alone', async () => {
    const home = join(await temporaryFolder(), 'x'.repeat(90))
    mkdirSync(home)
    const temporary = await temporaryFolder()
    const place = socketPlace(home, { isToMake: true, temporary })
    expect(place?.path.startsWith(temporary)).toBe(true)
    expect(statSync(place?.folder ?? '').mode & 0o777).toBe(0o700)
    expect(socketPlace(home, { isToMake: false, temporary })).toEqual(place)
    chmodSync(place?.folder ?? '', 0o755)
    expect(socketPlace(home, { isToMake: false, temporary })).toBeUndefined()
    await serve(home)
    expect(await (await use(home)).embed(['a'], 'question')).toHaveLength(1)
  })

  it('is not put where another left a link in its stead', async () => {
    const home = join(await temporaryFolder(), 'x'.repeat(90))
    mkdirSync(home)
    const temporary = await temporaryFolder()
    const folder = socketPlace(home, { isToMake: true, temporary })?.folder ?? ''
    const other = await temporaryFolder()
    const elsewhere = await temporaryFolder()
    symlinkSync(other, join(elsewhere, folder.substring(temporary.length + 1)))
    expect(socketPlace(home, { isToMake: true, temporary: elsewhere })).toBeUndefined()
  })

  it('has a name that nobody can guess where all users share one list of them', async () => {
    const home = await temporaryFolder()
    const windows = { platform: 'win32' } as const
    expect(socketPlace(home, { ...windows, isToMake: false })).toBeUndefined()
    const place = socketPlace(home, { ...windows, isToMake: true })
    expect(place?.path).toMatch(/^\\\\\.\\pipe\\recollect-[0-9a-f]{32}$/)
    expect(socketPlace(home, { ...windows, isToMake: true })).toEqual(place)
    expect(socketPlace(await temporaryFolder(), { ...windows, isToMake: true })).not.toEqual(place)
  })

  it('is one for the links that lead to a store', async () => {
    const home = await temporaryFolder()
    const link = join(await temporaryFolder(), 'link')
    symlinkSync(home, link)
    await serve(link)
    expect(await (await use(home)).embed(['a'], 'question')).toHaveLength(1)
  })
})

describe('two processes', () => {
  it('have one server: the second leaves the first in its place', async () => {
    const home = await temporaryFolder()
    const first = await serve(home)
    expect(await serveEmbedder(home, createHashEmbedder())).toBeUndefined()
    expect(first.isInPlace()).toBe(true)
  })

  it.each(['nothing', 'what a dead process left', 'a file'])(
    'that start at once over %s have a server',
    async (before) => {
      const home = await temporaryFolder()
      if (before === 'a file') writeFileSync(socketOf(home), 'not a socket')
      if (before === 'what a dead process left') await leaveStale(home)
      const started = await Promise.all(
        Array.from({ length: 4 }, () => serveEmbedder(home, createHashEmbedder())),
      )
      const serving = started.filter((socket) => socket !== undefined)
      closing.push(...serving)
      expect(serving.filter((socket) => socket.isInPlace())).toHaveLength(1)
      // Those that were overtaken take nothing with them.
      for (const socket of serving) if (!socket.isInPlace()) await socket.close()
      expect(await (await use(home)).embed(['a'], 'question')).toHaveLength(1)
    },
  )

  it('come after each other: the next one takes over', async () => {
    const home = await temporaryFolder()
    const first = await serve(home)
    await first.close()
    const second = await serve(home)
    expect(second.isInPlace()).toBe(true)
  })
})

describe('a client that sends hostile bytes', () => {
  const lines = [
    'GET / HTTP/1.1\r\n\r\n',
    'null\n',
    '{}\n',
    '[]\n',
    '{"id":1,"as":"question","texts":[]}\n',
    '{"id":1,"as":"question","texts":[7]}\n',
    '{"id":"1","as":"question","texts":["a"]}\n',
    '{"id":1,"as":"__proto__","texts":["a"]}\n',
    `{"id":1,"as":"question","texts":[${'"a",'.repeat(40)}"a"]}\n`,
    `${'['.repeat(100_000)}\n`,
    `${'x'.repeat(1_000_002)}\n`,
  ]

  it('is cut off, and others are answered', async () => {
    const home = await temporaryFolder()
    await serve(home)
    const shared = await use(home)
    for (const line of lines) await cutOff(home, line)
    expect(await shared.embed(['a'], 'question')).toHaveLength(1)
  })

  it('is cut off or answered, whatever the bytes', async () => {
    const home = await temporaryFolder()
    await serve(home)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        await cutOff(home, Buffer.concat([bytes, Buffer.from('\n')]))
      }),
      { numRuns: 50 },
    )
    expect(await (await use(home)).embed(['a'], 'question')).toHaveLength(1)
  })
})

describe('a server that sends hostile bytes', () => {
  const greeting = { recollect: 'embedder', version: 1, model: createHashEmbedder({ dimensions: 2 }).model }
  it.each([
    ['no JSON', 'SSH-2.0-OpenSSH\n'],
    ['another version', `${JSON.stringify({ ...greeting, version: 2 })}\n`],
    ['no model', `${JSON.stringify({ ...greeting, model: null })}\n`],
    [
      'a model of endless dimensions',
      `${JSON.stringify({ ...greeting, model: { ...greeting.model, dimensions: 1e9 } })}\n`,
    ],
    ['a line without end', 'x'.repeat(3_000_100)],
    ['nothing', ''],
  ])('is nobody: %s', async (_, said) => {
    const home = await temporaryFolder()
    await pretend(home, (socket) => void socket.write(said))
    expect(await connectSharedEmbedder(home, { connectMs: 100 })).toEqual(NOBODY)
  })

  it.each([
    ['vectors of another dimension', { vectors: [Buffer.alloc(12).toString('base64')] }],
    [
      'what is no number',
      { vectors: [Buffer.from(Float32Array.of(1, Number.NaN).buffer).toString('base64')] },
    ],
    ['no vectors', { vectors: 'AAAA' }],
    ['too few vectors', { vectors: [] }],
    ['an error without shape', { error: 7 }],
    ['an error of an unknown code', { error: { code: 'toString', message: 'x' } }],
  ])('is refused: %s', async (_, reply) => {
    const home = await temporaryFolder()
    await pretend(home, (socket) => {
      socket.write(`${JSON.stringify(greeting)}\n`)
      socket.on('data', () => socket.write(`${JSON.stringify({ id: 0, ...reply })}\n`))
    })
    const shared = await use(home)
    await expect(shared.embed(['a'], 'question')).rejects.toMatchObject({ code: 'model_unavailable' })
  })
})

/** Sends it, and waits until the server hangs up. */
async function cutOff(home: string, bytes: string | Buffer): Promise<void> {
  const socket = connect(socketOf(home))
  socket.on('error', () => undefined)
  socket.resume()
  await once(socket, 'connect')
  socket.end(bytes)
  await once(socket, 'close')
}

/** A socket file that nobody listens at. */
async function leaveStale(home: string): Promise<void> {
  const server = createServer()
  const elsewhere = join(home, 's')
  await new Promise<void>((resolve) => server.listen(elsewhere, resolve))
  const { renameSync } = await import('node:fs')
  renameSync(elsewhere, socketOf(home))
  await new Promise((resolve) => server.close(resolve))
  expect(existsSync(socketOf(home))).toBe(true)
}

async function pretend(home: string, meet: (socket: Socket) => void): Promise<void> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    meet(socket)
  })
  await new Promise<void>((resolve) => server.listen(socketOf(home), resolve))
  closing.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  })
}
