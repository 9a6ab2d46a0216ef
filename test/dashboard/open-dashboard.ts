import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type Engine, openMemory } from '../../src/engine.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import { serveHttp } from '../../src/http/serve-http.js'
import { buildWeb } from './build-web.js'
import { loadSample } from './load-sample.js'
import { startChromium } from './start-chromium.js'

export interface Dashboard {
  readonly engine: Engine
  /** Without a slash at its end. */
  readonly url: string
  readonly token: string
  /** The folder of the built dashboard. */
  readonly web: string
  /** A page of a browser that nobody used before, and what went wrong in it. */
  open(path: string, look?: Look): Promise<{ page: Page; troubles: string[] }>
  close(): Promise<void>
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'zh'
  /** Without it nobody is signed in. Default true. */
  readonly isSignedIn?: boolean
}

export interface DashboardOptions {
  /** Default true: the memory of user `sample` is there. */
  readonly hasSample?: boolean
  /** Home folder of a closed store with the sample, to be copied; it is loaded anew when absent. */
  readonly sample?: string
  /** The built dashboard; it is built anew when absent. */
  readonly web?: string
  /** Where a Chromium is reached; one is started when absent. */
  readonly browser?: string
  /** Builds these places alone. */
  readonly places?: readonly string[]
}

const TOKEN = 'token-of-the-dashboard-tests'

/** Serves a fresh store with the dashboard, to a browser. */
export async function openDashboard({
  hasSample = true,
  sample,
  web,
  browser: endpoint,
  places,
}: DashboardOptions = {}): Promise<Dashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'recollect-dashboard-'))
  const built = web ?? (await buildWeb(join(folder, 'web'), places))
  const home = join(folder, 'home')
  if (hasSample) await (sample === undefined ? loadSample(home) : cp(sample, home, { recursive: true }))
  const engine = await openMemory({ home, embedder: 'off', zone: 'UTC', durability: 'normal' })
  const server = await serveHttp({
    engine,
    port: 0,
    web: built,
    authenticate: createAuthenticate({ engine, owner: { token: TOKEN } }),
  })
  const own = endpoint === undefined ? await startChromium() : undefined
  const browser = await chromium.connect(endpoint ?? own?.wsEndpoint() ?? '')
  return {
    engine,
    url: server.url,
    token: TOKEN,
    web: built,
    open: (path, look) => openPage(browser, server.url, path, look),
    close: async () => {
      // Closes the contexts of this connection; the browser stays where others use it.
      await browser.close()
      await own?.close()
      await server.close()
      await engine.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openPage(
  browser: Browser,
  url: string,
  path: string,
  { width = 1440, height = 900, theme = 'light', language = 'en', isSignedIn = true }: Look = {},
): Promise<{ page: Page; troubles: string[] }> {
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: theme,
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
    reducedMotion: 'reduce',
    ...(width < 640 ? { hasTouch: true } : {}),
  }
  const context = await browser.newContext(options)
  // What a machine that does much else may need; nothing waits so long by itself.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`page: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) troubles.push(`left the machine: ${request.url()}`)
  })
  await page.goto(`${url}${path}${isSignedIn ? `#token=${TOKEN}` : ''}`)
  await settled(page)
  return { page, troubles }
}

/** Waits until a place is there and has loaded what it shows. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1')
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
}
