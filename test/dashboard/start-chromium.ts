import { type BrowserServer, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.js'

/** Starts the browser that tests and pictures connect to. */
export async function startChromium(): Promise<BrowserServer> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium: install one, or name it in CHROMIUM')
  return chromium.launchServer({
    executablePath,
    host: '127.0.0.1',
    args: ['--no-sandbox', '--force-color-profile=srgb'],
  })
}
