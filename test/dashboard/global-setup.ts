import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port where a test file asks for what the browser tests share. */
    dashboardPort: number
  }
}

/** What all browser tests of a run share. */
export interface Shared {
  /** The built dashboard. */
  readonly web: string
  /** Home folder of a closed store that holds the sample: to be copied, never opened. */
  readonly sample: string
  /** Where the Chromium of the run is reached. */
  readonly browser: string
}

/** Builds, loads and starts when the first file asks for it: a run without a browser test pays nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const open: Open = {}
  let starting: Promise<Shared> | undefined
  const desk = createServer((socket) => {
    starting ??= start(open)
    void answer(socket, starting)
  })
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  project.provide('dashboardPort', address.port)
  return async () => {
    desk.close()
    await starting?.catch(() => undefined)
    await open.browser?.close()
    if (open.folder !== undefined) await rm(open.folder, { recursive: true, force: true })
  }
}

/** What has to be closed, also where not all of it came about. */
interface Open {
  folder?: string
  browser?: BrowserServer
}

async function start(open: Open): Promise<Shared> {
  const folder = await mkdtemp(join(tmpdir(), 'recollect-dashboard-shared-'))
  open.folder = folder
  // Loaded here, so that runs without a browser test do not load them.
  const [{ buildWeb }, { loadSample }, { startChromium }] = await Promise.all([
    import('./build-web.js'),
    import('./load-sample.js'),
    import('./start-chromium.js'),
  ])
  const [web, sample] = await Promise.all([
    buildWeb(join(folder, 'web')),
    loadSample(join(folder, 'sample')),
    startChromium().then((browser) => {
      open.browser = browser
    }),
  ])
  return { web, sample, browser: open.browser?.wsEndpoint() ?? '' }
}

async function answer(socket: Socket, starting: Promise<Shared>): Promise<void> {
  const said = await starting.catch((error: unknown) => ({ error: String(error) }))
  socket.end(JSON.stringify(said))
}
