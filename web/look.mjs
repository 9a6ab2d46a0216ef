// Takes pictures of the dashboard on the sample memory, for who works on it and for the docs:
// `node web/look.mjs --path /search --out /tmp/shots --width 1440 --theme dark --lang zh`. Every flag may be given more
// than once (all combinations are taken); `--press "j Enter"` presses keys, `--click SELECTOR` and `--type TEXT` do what
// they say, in the order given; `--user NAME` looks as someone else (default sample), `--full` takes the whole height,
// `--axe` reports what keeps people out, `--empty` leaves the sample out. What goes wrong in the page is printed.
// `node web/look.mjs --docs [NAME …]` takes the pictures of the docs, as web/pictures.json lists them.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'

/** @type {Map<string, string[]>} */
const given = new Map()
/** @type {{ name: string, value: string }[]} */
const acts = []
const words = process.argv.slice(2)
const isForDocs = words[0] === '--docs'
for (let at = 0; at < words.length && !isForDocs; at += 1) {
  const name = (words[at] ?? '').replace('--', '')
  const value = ['full', 'axe', 'empty'].includes(name) ? 'yes' : (words[++at] ?? '')
  if (['press', 'click', 'type', 'wait'].includes(name)) acts.push({ name, value })
  else given.set(name, [...(given.get(name) ?? []), value])
}
const all = (/** @type {string} */ name, /** @type {string} */ usual) => given.get(name) ?? [usual]
const [out = ''] = all('out', isForDocs ? 'docs/images' : 'build/shots')
const [user = 'sample'] = all('user', 'sample')
mkdirSync(out, { recursive: true })
const shots = isForDocs ? docsShots(words.slice(1)) : askedShots()

// Node 20 runs no TypeScript: vite reads the sources for it.
const sources = await createServer({
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
})
const module = /** @type {typeof import('../test/dashboard/open-dashboard.js')} */ (
  await sources.ssrLoadModule('/test/dashboard/open-dashboard.ts')
)
const checks = /** @type {typeof import('../test/dashboard/axe.js')} */ (
  await sources.ssrLoadModule('/test/dashboard/axe.ts')
)
// What others work on may be broken at this moment.
const places = shots.flatMap(({ path }) => /^\/([a-z]+)/.exec(path)?.[1] ?? ['search', 'overview'])
const dashboard = await module.openDashboard({ hasSample: !given.has('empty'), places })
try {
  for (const shot of shots) await take(shot)
} finally {
  await dashboard.close()
  await sources.close()
}

/**
 * @typedef {{ name: string, path: string, width: number, height: number, theme: string, language: string,
 *   acts: readonly { name: string, value: string }[] }} Shot
 */

/** @returns {Shot[]} */
function askedShots() {
  return all('path', '/search').flatMap((path) =>
    all('width', '1440').flatMap((width) =>
      all('theme', 'light').flatMap((theme) =>
        all('lang', 'en').map((language) => ({
          name: `${nameOf(path)}-${width}-${theme}-${language}`,
          path,
          width: Number(width),
          height: Number(width) < 640 ? 760 : 900,
          theme,
          language,
          acts,
        })),
      ),
    ),
  )
}

/**
 * @param {readonly string[]} names
 * @returns {Shot[]}
 */
function docsShots(names) {
  /** @type {Record<string, string>[]} */
  const listed = JSON.parse(readFileSync('web/pictures.json', 'utf8'))
  return listed
    .filter(({ name = '' }) => names.length === 0 || names.includes(name))
    .map(({ name = '', path = '', width, height, theme = 'light', lang = 'en', click, press }) => ({
      name,
      path,
      width: Number(width),
      height: Number(height ?? 800),
      theme,
      language: lang,
      acts: [
        ...(click === undefined ? [] : [{ name: 'click', value: click }]),
        ...(press ?? '').split(' ').flatMap((key) => (key === '' ? [] : [{ name: 'press', value: key }])),
      ],
    }))
}

/** @param {string} path */
function nameOf(path) {
  const letters = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')
  return letters.slice(0, 60) || 'first'
}

/** @param {Shot} shot */
async function take({ name, path, width, height, theme, language, acts }) {
  const address =
    user === '' ? path : `${path}${path.includes('?') ? '&' : '?'}user=${encodeURIComponent(user)}`
  const { page, troubles } = await dashboard.open(address, {
    width,
    height,
    theme: theme === 'dark' ? 'dark' : 'light',
    language: language === 'zh' ? 'zh' : 'en',
  })
  await page.waitForTimeout(250)
  for (const { name: what, value } of acts) await act(page, what, value)
  await module.settled(page)
  await page.waitForTimeout(150)
  if (given.has('axe')) troubles.push(...(await checks.axe(page)))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (overflow > 0) troubles.push(`wider than the page by ${overflow} px`)
  const file = join(out, `${name}.png`)
  await page.screenshot({ path: file, fullPage: given.has('full') })
  console.log(file)
  for (const trouble of troubles) console.log(`  ${trouble}`)
  await page.context().close()
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 * @param {string} value
 */
async function act(page, name, value) {
  if (name === 'press') for (const key of value.split(' ')) await page.keyboard.press(key)
  if (name === 'type') await page.keyboard.type(value)
  if (name === 'click') await page.click(value)
  await page.waitForTimeout(name === 'wait' ? Number(value) : 250)
}
