import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axe } from './axe.js'
import { findChromium } from './find-chromium.js'
import { fillWithPayloads } from './hostile-memory.js'
import { inBrowser } from './in-browser.js'
import { settled } from './open-dashboard.js'

const places = [
  'overview',
  'search',
  'search?q=what+did+we+decide',
  'memory/facts',
  'memory/records',
  'review',
  'graph',
  'documents',
  'tasks',
  'trail',
  'system',
]

const isHere = findChromium() !== undefined

inBrowser('the dashboard, in a browser', (dashboard) => {
  const sample = (path: string) => `/${path}${path.includes('?') ? '&' : '?'}user=sample`

  describe.each([1440, 360])('at %i pixels', (width) => {
    let page: Page
    let troubles: string[]
    beforeAll(async () => {
      ;({ page, troubles } = await dashboard.open(sample('search'), { width }))
    })

    it.each(places)('shows %s without trouble, to everyone, in both themes', async (place) => {
      await goTo(page, sample(place))
      expect(await wider(page)).toBe(0)
      expect(await axe(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await axe(page, ['color-contrast'])).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
      expect(troubles.splice(0)).toEqual([])
    })
  })

  it('is all in Chinese where the browser asks for it', async () => {
    const { page, troubles } = await dashboard.open(sample('search'), { language: 'zh' })
    expect(await page.getAttribute('html', 'lang')).toBe('zh')
    expect(await page.locator('.rail-name').first().textContent()).toBe('概览')
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('answers the five questions by the keyboard alone', async () => {
    const { page, troubles } = await dashboard.open(sample('search'))
    // what does it know?
    await page.keyboard.type('Where do I live?')
    await page.waitForSelector('[role="option"] mark')
    await page.keyboard.press('Enter')
    await page.keyboard.press('j')
    const inspector = page.locator('aside')
    await inspector.locator('.inspector-says').waitFor()
    // why did it say that?
    expect(await inspector.locator('.shares').count()).toBe(1)
    await page.waitForFunction(() => document.querySelector('aside .section:nth-of-type(2) .section-title'))
    // is that still true?
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await settled(page)
    await page.locator('[role="option"]').first().waitFor()
    while (!(await inspector.locator('.ribbon').count())) await page.keyboard.press('j', { delay: 60 })
    expect(await inspector.locator('.ribbon-active').count()).toBe(1)
    // what is waiting for me?
    const before = Number.parseInt((await page.locator('.rail-count').textContent()) ?? '', 10)
    const waiting = (count: number) =>
      page.locator('.rail-count', { hasText: new RegExp(`^${count} `) }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await settled(page)
    await page.locator('[role="option"]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await waiting(before - 1)
    await page.keyboard.press('u')
    await waiting(before)
    // make it forget this
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await settled(page)
    await page.locator('[role="option"]').first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await inspector.locator('.inspector-actions').waitFor()
    await page.keyboard.press('x')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.activeElement?.closest('dialog') !== null)
    while (!(await dialog.locator('.button-danger:focus').count())) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await inspector.locator('.receipt').waitFor()
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('performs any operation from the palette', async () => {
    const { page, troubles } = await dashboard.open(sample('search'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Do anything' }).fill('capture')
    await page.locator('.palette-choice', { hasText: 'memory.capture' }).click()
    await page.getByLabel('text', { exact: true }).fill('The anchor is in the green box')
    await page.keyboard.press('Enter')
    await page.locator('.told').getByText('added').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('The anchor is in the green box').waitFor()
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('never moves what is under the pointer when something new comes in', async () => {
    const { page } = await dashboard.open(sample('search'))
    const row = page.locator('[role="option"]').nth(3)
    await row.hover()
    const text = (await row.textContent()) ?? ''
    const before = await page.locator('[role="option"]', { hasText: text }).boundingBox()
    await dashboard.engine.as({ user: 'sample' }).capture({ text: 'Something new came in' })
    await page.locator('[role="option"]', { hasText: 'Something new came in' }).waitFor({ state: 'attached' })
    const after = await page.locator('[role="option"]', { hasText: text }).boundingBox()
    expect(after?.y).toBe(before?.y)
    await page.context().close()
  })

  it('draws only the rows in sight of a list of 100,000', async () => {
    const { page } = await dashboard.open('/system')
    const item = (await dashboard.engine.as({ user: 'sample' }).items({ limit: 1 })).items[0]
    // Handed over inside the page: as an answer it would be 60 MB.
    await page.evaluate((like) => {
      const ask = window.fetch
      const items = Array.from({ length: 100_000 }, (_, index) => ({
        ...like,
        id: `i${index}`,
        text: `row ${index}`,
      }))
      const answer = { ok: true, headers: new Headers(), json: async () => ({ items, next: null }) }
      window.fetch = (path, init) =>
        String(path).endsWith('/memory/items')
          ? Promise.resolve(answer as unknown as Response)
          : ask(path, init)
    }, item)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByText('row 0', { exact: true }).waitFor()
    expect(await page.locator('[role="option"]').count()).toBeLessThan(60)
    await page.getByRole('listbox').press('End')
    await page.getByText('row 99999', { exact: true }).waitFor()
    expect(await page.locator('[role="option"]').count()).toBeLessThan(60)
    await page.context().close()
  })

  it('shows stored text as text, whatever it is', async () => {
    const written = await fillWithPayloads(dashboard.engine, 'hostile')
    const { page, troubles } = await dashboard.open('/search?user=hostile')
    let dialogs = 0
    page.on('dialog', () => {
      dialogs += 1
    })
    const seen = new Set<string>()
    for (const path of [
      ...places,
      'search?q=Mia',
      'memory/notes',
      'memory/instructions',
      'review?workspace=hostile',
    ]) {
      const address = `/${path}${path.includes('?') ? '&' : '?'}user=hostile`
      await goTo(page, address)
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await settled(page)
      const text = await page.evaluate(() => document.body.textContent ?? '')
      for (const payload of written) if (text.includes(payload)) seen.add(payload)
      const made = await page.evaluate(
        () =>
          document.querySelectorAll(
            'img, iframe, object, base, [onload], [onerror], script:not([src]), style, a[href^="javascript:"]',
          ).length,
      )
      expect(made, path).toBe(0)
    }
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect(dialogs).toBe(0)
    expect(troubles).toEqual([])
    expect(seen.size).toBeGreaterThan(20)
    await page.context().close()
  })

  it('lets nobody in without a token, and says how one gets in', async () => {
    const { page } = await dashboard.open('/search', { isSignedIn: false })
    expect(await page.locator('code').first().textContent()).toContain('recollect open')
    await page.getByLabel('Key').fill('rk_wrong_key')
    await page.keyboard.press('Enter')
    await page.getByText('not known here').waitFor()
    await page.getByLabel('Key').fill(dashboard.token)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation').waitFor()
    expect(page.url()).not.toContain(dashboard.token)
    await page.context().close()
  })

  it('says when the connection is lost, and when it is back', async () => {
    const { page } = await dashboard.open(sample('search'))
    await page.route('**/api/**', (route) => route.abort())
    await page.keyboard.type('tides')
    await page.getByText('The connection is lost').waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('The connection is lost').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('needs less than 200 kB of gzipped JavaScript for its first view', async () => {
    const { page } = await dashboard.open(sample('search'), { isSignedIn: true })
    const names = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js')),
    )
    const assets = new Set(readdirSync(join(dashboard.web, 'assets')).map((file) => `/assets/${file}`))
    const sizes = names
      .filter((name) => assets.has(name))
      .map((name) => gzipSync(readFileSync(join(dashboard.web, name))).length)
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
    await page.context().close()
  })
})

it.skipIf(isHere)('the dashboard is not tested: no Chromium was found (CHROMIUM names one)', () => undefined)

/** Goes to an address of the dashboard inside the page, as a link does. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page.waitForFunction(
    (to) => document.querySelector('[data-place]')?.getAttribute('data-place') === to,
    address.split(/[/?]/)[1],
  )
  await settled(page)
}

/** By how much a page is wider than what it is looked at with. */
function wider(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}
