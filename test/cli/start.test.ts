import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import { browserCommand } from '../../src/cli/serve/open-browser.js'
import { createTerminal } from '../../src/cli/terminal.js'
import { temporaryFolder } from '../open-spine.js'
import { environment, program, useRecollect } from './recollect.js'

/** What runs until it is stopped. */
const running = new Set<Promise<unknown>>()
afterEach(stopAll)

describe('start', () => {
  it('says at a terminal where the memory is, opens it for who asks, and is gone behind Ctrl-C', async () => {
    const home = await temporaryFolder()
    const started = begin(['start', '--no-browser', '--home', home, '--user', 'ann'], { isWatched: true })
    const [, url = '', token = ''] = await started.says(/(http:\/\/127\.0\.0\.1:\d+)\/\?user=ann#token=(\S+)/)
    expect(started.screen()).toContain('ann, in ')
    expect(started.screen()).toMatch(
      /recollect --home \S+ --user ann setup NAME in another\s+terminal, NAME one of claude-code, codex, gemini,\s+cursor/,
    )
    const told = await fetch(`${url}/api/v1/caller`, { headers: { authorization: `Bearer ${token}` } })
    expect(await told.json()).toMatchObject({
      command: expect.stringMatching(/^node .* --home .* --user ann$|^recollect/),
    })
    expect(await statusOf(`${url}/api/v1/memory/stats`, token)).toBe(200)
    expect(statSync(join(home, 'server.json')).mode & 0o777).toBe(0o600)

    const again = begin(['start', '--no-browser', '--home', home])
    expect([await again.ended, again.screen()]).toEqual([0, expect.any(String)])
    expect(again.screen()).toContain(`served already, at ${url}`)
    const [link = ''] = /http:\S+/.exec(again.screen().replace(url, '')) ?? []
    const opened = await fetch(link, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/#token=${token}`])
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(404)

    await stopAll()
    expect(await started.ended).toBe(0)
    expect(started.screen()).toContain('Everything is kept.')
    expect(existsSync(join(home, 'server.json'))).toBe(false)
    await expect(fetch(`${url}/health`)).rejects.toThrow()
  })

  it('tells a log no token, and a program what it needs', async () => {
    const home = await temporaryFolder()
    const started = begin(['start', '--home', home])
    const [, url = ''] = await started.says(
      / is served at (\S+); (?:npx )?recollect --home \S+ open opens it\n/,
    )
    const { token } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'))
    expect(started.screen()).not.toContain(token)
    const asked = begin(['open', '--json', '--home', home])
    expect(await asked.ended).toBe(0)
    expect(asked.screen()).not.toContain(token)
    expect(JSON.parse(asked.screen())).toMatchObject({ url, link: expect.stringContaining(`${url}/link/`) })
  })

  it('takes the next port where another program has it, and one that was asked for or none', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const refused = begin(['start', '--port', String(port), '--home', await temporaryFolder()])
    expect(await refused.ended).toBe(1)
    expect(refused.screen()).toContain(`port ${port} is taken`)
    other.close()
    const said = [begin(['start', '--home', await temporaryFolder()])]
    await said[0]?.says(/served at/)
    said.push(begin(['start', '--home', await temporaryFolder()]))
    await said[1]?.says(/served at/)
    const [one, two] = said.map(({ screen }) => Number(/127\.0\.0\.1:(\d+)/.exec(screen())?.[1]))
    expect(one).toBeGreaterThanOrEqual(4114)
    expect(two).toBeGreaterThan(one ?? 0)
    expect(said[1]?.screen()).toContain(
      `Port 4114 is taken by another program: this memory is served at port ${two}.`,
    )
  })
})

describe('the built program', () => {
  useRecollect()

  it('takes no notice of what a dead process left, and ends with SIGTERM', async () => {
    const home = await temporaryFolder()
    const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(dead, 'close')
    const left = { url: 'http://127.0.0.1:9', token: 'x'.repeat(43), pid: dead.pid }
    writeFileSync(join(home, 'server.json'), JSON.stringify(left), { mode: 0o600 })
    const child = spawn(process.execPath, [program, 'start', '--port', '0'], { env: environment(home) })
    const [said] = await once(child.stdout, 'data')
    expect(String(said)).toContain('is served at')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(existsSync(join(home, 'server.json'))).toBe(false)
  })
})

describe('a browser', () => {
  const all = () => true
  const none = () => false
  it.each([
    ['darwin', {}, none, ['open']],
    ['darwin', { SSH_CONNECTION: '10.0.0.1' }, all, undefined],
    ['win32', {}, none, ['rundll32.exe', 'url.dll,FileProtocolHandler']],
    ['linux', { PATH: '/usr/bin' }, all, undefined],
    ['linux', { PATH: '/usr/bin', DISPLAY: ':0' }, all, ['xdg-open']],
    ['linux', { PATH: '/usr/bin', WAYLAND_DISPLAY: 'wayland-0' }, none, undefined],
    ['linux', { PATH: '/usr/bin', WSL_DISTRO_NAME: 'Debian' }, all, ['wslview']],
    [
      'linux',
      { PATH: '/c', WSL_DISTRO_NAME: 'Debian' },
      (file: string) => file.endsWith('.exe'),
      ['rundll32.exe', 'url.dll,FileProtocolHandler'],
    ],
    ['linux', { BROWSER: '/opt/editor/open.sh' }, all, ['/opt/editor/open.sh']],
    ['linux', { BROWSER: 'w3m' }, all, undefined],
  ] as const)(
    'on %s with %j is opened as its desktop does, or not at all',
    (platform, env, canRun, command) => {
      expect(browserCommand({ platform, env, canRun })).toEqual(command)
    },
  )
})

interface Begun {
  readonly ended: Promise<number>
  screen(): string
  says(words: RegExp): Promise<RegExpExecArray>
}

/** A command in this process, at a terminal or behind pipes. */
function begin(argv: readonly string[], { isWatched = false } = {}): Begun {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()]
  let screen = ''
  let look: () => void = () => undefined
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk) => {
      screen += String(chunk)
      look()
    })
    Object.assign(stream, { isTTY: isWatched, columns: 100 })
  }
  Object.assign(stdin, { isTTY: isWatched })
  const streams = { stdin, stdout, stderr, env: { NO_COLOR: '1' }, once: () => undefined }
  const ended = run(argv, createTerminal(streams as unknown as NodeJS.Process))
  running.add(ended)
  void ended.then(() => running.delete(ended))
  const says = (words: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      look = () => {
        const found = words.exec(screen)
        if (found !== null) resolve(found)
      }
      look()
      void ended.then(() => reject(new Error(`it ended, and said:\n${screen}`)))
    })
  return { ended, screen: () => screen, says }
}

/** As a terminal that is closed does. */
async function stopAll(): Promise<void> {
  process.emit('SIGHUP')
  await Promise.all(running)
}

async function statusOf(url: string, token: string): Promise<number> {
  const init = {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  }
  return (await fetch(url, { ...init, body: '{}' })).status
}
