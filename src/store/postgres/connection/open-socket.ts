import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { type ConnectionOptions, checkServerIdentity, connect as connectTls } from 'node:tls'
import { MemoryError } from '../../../errors.js'
import { type Host, nameOf, type Tls } from './address.js'

/** Opens the way to a server, with TLS as its address asks for it. */
export async function openSocket(host: Host, tls: Tls, timeoutMs: number): Promise<Socket> {
  // Statements are written before the earlier ones are answered: more of them than Node takes by itself.
  const socket = heard(new Socket({ writableHighWaterMark: MAX_UNSENT } as object))
  let secured = socket
  const timer = setTimeout(() => secured.destroy(connectTimeout()), timeoutMs)
  try {
    await until(socket, 'connect', () => {
      if ('socket' in host) socket.connect(host.socket)
      else socket.connect(host.port, host.name)
    })
    socket.setNoDelay(true)
    if ('socket' in host || tls.mode === 'disable' || !(await offersTls(socket, host, tls))) return socket
    const options = { socket, highWaterMark: MAX_UNSENT, ...trust(host.name, tls) } as ConnectionOptions
    secured = heard(connectTls(options))
    await until(secured, 'secureConnect')
    return secured
  } catch (error) {
    secured.destroy()
    throw told(error, host)
  } finally {
    clearTimeout(timer)
  }
}

/** An error that comes while nobody listens would end the process: the close behind it tells whoever has the socket then. */
function heard<S extends Socket>(socket: S): S {
  return socket.on('error', () => undefined)
}

const MAX_UNSENT = 64 * 1024 * 1024

function until(socket: Socket, event: string, begin?: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      socket.removeListener('error', settle).removeListener('close', lost).removeListener(event, opened)
      if (error === undefined) resolve()
      else reject(error)
    }
    const opened = () => settle()
    const lost = () => settle(Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' }))
    socket.once('error', settle).once('close', lost).once(event, opened)
    begin?.()
  })
}

async function offersTls(socket: Socket, host: Host, tls: Tls): Promise<boolean> {
  socket.write(SSL_REQUEST)
  await until(socket, 'readable')
  const answer: Buffer | null = socket.read()
  // More than the one byte is what somebody put in between, to have it taken for what comes enciphered.
  if (answer?.length !== 1) throw new MemoryError('store_failed', `${nameOf(host)} is no PostgreSQL server`)
  if (answer[0] === 0x53) return true
  if (tls.mode === 'prefer') return false
  throw new MemoryError(
    'store_failed',
    `the server ${nameOf(host)} does not speak TLS`,
    'turn ssl on in its postgresql.conf; sslmode=disable is for networks that you trust',
  )
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f])

function trust(name: string, { mode, rootFile, certificateFile, keyFile }: Tls): ConnectionOptions {
  const isName = !/^[0-9.]+$|:/.test(name)
  return {
    ...(isName ? { servername: name } : {}),
    rejectUnauthorized: mode === 'verify-ca' || mode === 'verify-full',
    // Node would compare the name that it was told to ask for, and none is asked for by number.
    checkServerIdentity: (_, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(name, certificate) : undefined,
    ...(rootFile === undefined || rootFile === 'system' ? {} : { ca: read('sslrootcert', rootFile) }),
    ...(certificateFile === undefined ? {} : { cert: read('sslcert', certificateFile) }),
    ...(keyFile === undefined ? {} : { key: read('sslkey', keyFile) }),
  }
}

function read(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new MemoryError(
      'invalid_input',
      `the file that ${setting} names cannot be read (${code})`,
      `name a file in PEM: ${setting}=/path/of/it`,
    )
  }
}

function connectTimeout(): Error {
  return Object.assign(new Error('the server does not answer'), { code: 'CONNECT_TIMEOUT' })
}

/** What the network says passes; what OpenSSL says gets words. */
function told(error: unknown, host: Host): unknown {
  if (error instanceof MemoryError) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined || code.startsWith('CONNECT')) return error
  return new MemoryError(
    'store_failed',
    `the certificate of ${nameOf(host)} is not trusted, or TLS failed (${code})`,
    'name the root that signed it with sslrootcert=FILE, and in verify-full the host that it was made for',
  )
}
