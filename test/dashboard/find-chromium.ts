import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser that the tests of the dashboard drive; undefined where there is none. `CHROMIUM` names another. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  return named === undefined || named === '' ? places.find((path) => existsSync(path)) : named
}
