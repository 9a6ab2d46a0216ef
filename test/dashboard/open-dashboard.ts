import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type Engine, openMemory } from '../../src/engine.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import { serveHttp } from '../../src/http/serve-http.js'
import { buildWeb } from './build-web.js'
import { findChromium } from './find-chromium.js'

export interface Dashboard {
  readonly engine: Engine
  /** Without a slash at its end. */
  readonly url: string
  readonly token: string
  /** The folder of the built dashboard. */
  readonly web: string
  readonly browser: Browser
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
  /** The built dashboard; it is built anew when absent. */
  readonly web?: string
  /** Builds these places alone. */
  readonly places?: readonly string[]
}

const TOKEN = 'token-of-the-dashboard-tests'

/** Serves a fresh store with the dashboard, and starts a browser. */
export async function openDashboard({
  hasSample = true,
  web,
  places,
}: DashboardOptions = {}): Promise<Dashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'recollect-dashboard-'))
  const built = web ?? (await buildWeb(join(folder, 'web'), places))
  const engine = await openMemory({ home: join(folder, 'home'), embedder: 'off', zone: 'UTC' })
  if (hasSample) await engine.as({ user: 'me', administrator: true }).loadSample({})
  const server = await serveHttp({
    engine,
    port: 0,
    web: built,
    authenticate: createAuthenticate({ engine, owner: { token: TOKEN } }),
  })
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium: install one, or name it in CHROMIUM')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--force-color-profile=srgb'],
  })
  return {
    engine,
    url: server.url,
    token: TOKEN,
    web: built,
    browser,
    open: (path, look) => openPage(browser, server.url, path, look),
    close: async () => {
      await browser.close()
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
