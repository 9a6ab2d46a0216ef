import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe.js'
import { inBrowser } from './in-browser.js'
import { settled } from './open-dashboard.js'

inBrowser('memory, in a browser', (dashboard) => {
  const memory = () => dashboard.engine.as({ user: 'sample' })

  it('writes a record by the keyboard, and loses nothing when somebody else writes it meanwhile', async () => {
    const { page, troubles } = await dashboard.open('/memory/records?user=sample')
    await page.keyboard.press('n')
    await page.getByLabel('Name').fill('Harbour tour')
    await page.getByLabel('Description').fill('When the tour of the harbour is')
    await page.getByLabel('Text, in Markdown').fill('On **Sundays** <img src=x onerror=alert(1)>')
    await page.waitForSelector('.record-preview strong')
    expect(await page.locator('.record-preview img').count()).toBe(0)
    await page.keyboard.press('Control+s')
    await page.waitForSelector('aside .record-name')

    await page.keyboard.press('e')
    const text = page.getByLabel('Text, in Markdown')
    await text.fill('On Mondays\nat ten')
    const { recordRead, recordUpdate } = memory()
    const { revision } = await recordRead({ which: 'harbour-tour' })
    await recordUpdate({ which: 'harbour-tour', body: 'On Tuesdays\nat ten', revision })
    await page.waitForSelector('.record-conflict')
    expect(await page.locator('.diff-theirs').textContent()).toContain('On Tuesdays')
    expect(await page.locator('.diff-mine').textContent()).toContain('On Mondays')
    await page.getByRole('button', { name: 'Go on with mine' }).click()
    await page.keyboard.press('Control+s')
    await page.waitForSelector('aside .record-name')
    expect((await recordRead({ which: 'harbour-tour' })).body).toBe('On Mondays\nat ten')
    await page.keyboard.press('u')
    await page.getByText('On Tuesdays').first().waitFor()
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('finds and keeps notes in one box, and takes back what was kept', async () => {
    const { page, troubles } = await dashboard.open('/memory/notes?user=sample')
    await page.keyboard.press('/')
    await page.keyboard.type('Mia plays the cello on Thursdays')
    await page.getByText('No note says this').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('aside').getByText('Mia plays the cello').waitFor()
    expect((await memory().thoughts({ contains: 'cello' })).items).toHaveLength(1)
    await page.keyboard.press('u')
    await page.getByText('Undone').waitFor()
    expect((await memory().thoughts({ contains: 'cello' })).items).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('shows facts of another day, their history over time, and takes one back and again', async () => {
    const { page, troubles } = await dashboard.open('/memory/facts?user=sample&key=user.location')
    const rows = () => page.locator('[role="option"] .row-line:first-child').allInnerTexts()
    const [now = ''] = await rows()
    expect((await rows()).length).toBeGreaterThan(2)
    await page.keyboard.press('j')
    await page.locator('aside .ribbon-active').waitFor()
    await page.keyboard.press('b')
    await page.getByText('taken back').first().waitFor()
    await page.keyboard.press('u')
    await page.waitForFunction(
      (text) => document.querySelector('[role="option"] .row-line')?.textContent?.includes(text),
      now.split('\n').at(-1) ?? now,
    )

    await page.goto(`${dashboard.url}/memory/facts?user=sample&view=line`)
    await settled(page)
    await page.waitForSelector('.bar-active')
    expect(await page.locator('.bar-faded').count()).toBe(0)
    const slider = page.getByLabel('Show what was true on')
    await slider.focus()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    expect(new URL(page.url()).searchParams.get('at')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(await page.locator('.bar-faded').count()).toBeGreaterThan(0)
    expect(await axe(page)).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('adds an instruction, turns it off, and shows what stands in every prompt', async () => {
    const { page, troubles } = await dashboard.open('/memory/instructions?user=sample', { width: 360 })
    await page.getByRole('button', { name: 'New instruction' }).click()
    await page.getByLabel('What is to be done always').fill('Give temperatures in Celsius')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('aside').getByText('Give temperatures in Celsius').waitFor()
    expect((await memory().instructions({})).block).toContain('Celsius')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
    expect((await memory().instructions({})).block).not.toContain('Celsius')
    await open(page, '/memory/core')
    expect(await page.locator('[role="option"]').count()).toBeGreaterThan(3)
    expect(await axe(page)).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  const open = async (page: Page, path: string) => {
    await page.goto(`${dashboard.url}${path}?user=sample`)
    await settled(page)
  }
})
