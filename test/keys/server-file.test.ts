import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import {
  newOwnerToken,
  removeServerFile,
  runningServer,
  writeServerFile,
} from '../../src/http/server-file.js'
import { temporaryFolder } from '../open-spine.js'

const env = systemEnv()

/** Something that says that it is well, as a server does. */
async function answering(status = 200): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => response.writeHead(status).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

it('tells the owner alone where the server is, until its end', async () => {
  const home = join(await temporaryFolder(), 'new', 'home')
  const { url, close } = await answering()
  const [token, other] = [newOwnerToken(env), newOwnerToken(env)]
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(other).not.toBe(token)
  writeServerFile(home, { url, token }, env)
  expect(statSync(join(home, 'server.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(home)).toEqual(['server.json'])
  expect(await runningServer(home)).toEqual({ url, token, pid: process.pid })
  removeServerFile(home, other)
  expect(existsSync(join(home, 'server.json'))).toBe(true)
  removeServerFile(home, token)
  expect(existsSync(join(home, 'server.json'))).toBe(false)
  close()
})

it('knows what a dead process left, and takes it away', async () => {
  const home = await temporaryFolder()
  const file = join(home, 'server.json')
  const left = (pid: number) =>
    writeFileSync(file, JSON.stringify({ url: 'http://127.0.0.1:9', token: 't'.repeat(43), pid }), {
      mode: 0o600,
    })
  // Above what any system counts to.
  left(2 ** 30)
  expect(await runningServer(home)).toBeUndefined()
  expect(existsSync(file)).toBe(false)
  // Its number is another program's by now, and nobody answers.
  left(process.pid)
  expect(await runningServer(home)).toBeUndefined()
})

it('knows a server that has too much to do as one that runs', async () => {
  const home = await temporaryFolder()
  const { url, close } = await answering(503)
  const token = newOwnerToken(env)
  writeServerFile(home, { url, token }, env)
  expect(await runningServer(home)).toMatchObject({ url, token })
  close()
})

it('follows no link, and believes nothing that others can write', async () => {
  const home = await temporaryFolder()
  const { url, close } = await answering()
  const token = newOwnerToken(env)
  const target = join(home, 'precious')
  writeFileSync(target, 'precious')
  symlinkSync(target, join(home, 'server.json'))
  writeServerFile(home, { url, token }, env)
  expect(readFileSync(target, 'utf8')).toBe('precious')
  expect(await runningServer(home)).toMatchObject({ token })

  const elsewhere = await temporaryFolder()
  symlinkSync(join(home, 'server.json'), join(elsewhere, 'server.json'))
  expect(await runningServer(elsewhere)).toBeUndefined()
  chmodSync(join(home, 'server.json'), 0o640)
  expect(await runningServer(home)).toBeUndefined()
  for (const content of ['', '{', '[]', '{"url":"http://x"}', 'x'.repeat(10_000)]) {
    writeFileSync(join(elsewhere, 'other.json'), content)
    expect(await runningServer(elsewhere)).toBeUndefined()
  }
  const folder = await temporaryFolder()
  mkdirSync(join(folder, 'server.json'))
  expect(await runningServer(folder)).toBeUndefined()
  expect(() => writeServerFile(folder, { url, token }, env)).toThrow(/cannot be written/)
  expect(readdirSync(folder)).toEqual(['server.json'])
  close()
})
