import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axe } from './axe.js'
import { inBrowser } from './in-browser.js'

inBrowser('review and overview, in a browser', (dashboard) => {
  const memory = () => dashboard.engine.as({ user: 'sample', administrator: true })
  const waiting = async (kind: 'conflict' | 'proposed_fact' | 'document' | 'hygiene') =>
    (await memory().waiting({})).counts[kind]
  const entry = (page: Page) => new URL(page.url()).searchParams.get('entry')
  const asked = (page: Page, question: string | RegExp) =>
    page.locator('.decision-question', { hasText: question }).waitFor()

  it('decides by one key, goes on to the next, and takes it back by another', async () => {
    const { page, troubles } = await dashboard.open('/review?user=sample')
    await asked(page, 'Which one is true?')
    expect(await page.locator('.side').allInnerTexts()).toEqual([
      expect.stringContaining('I moved to Hamburg'),
      expect.stringContaining('I live in Wedel'),
    ])
    const first = entry(page)
    await page.keyboard.press('r')
    await asked(page, 'Is this true?')
    await page.getByText('The old one holds again').waitFor()
    expect(await waiting('conflict')).toBe(0)
    await page.keyboard.press('u')
    await asked(page, 'Which one is true?')
    expect(entry(page)).toBe(first)
    expect(await waiting('conflict')).toBe(1)

    await page.keyboard.press('e')
    await page.getByLabel('What is true instead').fill('I live in Hamburg again')
    await page.getByLabel('What its key holds').fill('Hamburg')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Corrected', { exact: true }).waitFor()
    expect(await waiting('conflict')).toBe(0)
    await page.keyboard.press('u')
    await asked(page, 'Which one is true?')
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('shows what is new in a document, publishes it and takes that back', async () => {
    const { page, troubles } = await dashboard.open('/review?user=sample&kind=document')
    await page.locator('.markdown h2').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('.diff-added mark', { hasText: 'and not in the week of the boat show' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('a')
    await page.getByText('Published').waitFor()
    expect(await waiting('document')).toBe(1)
    await page.keyboard.press('u')
    await asked(page, 'Publish version 2')
    expect(await waiting('document')).toBe(2)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('decides all of a kind but those that are left out, and takes all of them back', async () => {
    const { page, troubles } = await dashboard.open('/review?user=sample&kind=proposed_fact')
    await page.getByRole('button', { name: 'Reject all…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').nth(2).waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('checkbox').first().uncheck()
    await dialog.getByRole('button', { name: 'Reject 2' }).click()
    await page.getByText('2 rejected').waitFor()
    expect(await waiting('proposed_fact')).toBe(1)
    await page.keyboard.press('u')
    await page.getByText('Undone').waitFor()
    expect(await waiting('proposed_fact')).toBe(3)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('says what would go, asks once more, and shows the receipt; on a phone as well', async () => {
    const { page, troubles } = await dashboard.open('/review?user=sample&kind=hygiene', { width: 360 })
    await page.locator('[role="option"]', { hasText: 'HEARTBEAT_OK' }).click()
    await page.getByText('What would go').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget it…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('HEARTBEAT_OK').waitFor()
    await dialog.getByRole('button', { name: 'Forget it' }).click()
    await page.locator('aside').getByText('Nothing of it is left on disk').waitFor()
    expect((await memory().items({ contains: 'HEARTBEAT_OK' })).items).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('wants a reason for what contradicts itself in a workspace, and says whose it is', async () => {
    const { page, troubles } = await dashboard.open('/review?user=sample')
    await page
      .locator('.elsewhere')
      .getByRole('link', { name: /harbour/ })
      .click()
    await asked(page, 'Which of the two holds?')
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Say why, for who reads it later.').waitFor()
    await page.keyboard.type('The school asked for it')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await asked(page, 'Keep this in sample/harbour?')
    const { conflicts } = await dashboard.engine
      .as({ user: 'sample', workspace: 'sample/harbour' })
      .workspaceConflicts({ decided: true })
    expect(conflicts[0]).toMatchObject({ keep: 'second', reason: 'The school asked for it' })
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('tells in the overview what is known, what waits, and step by step since when', async () => {
    const { page, troubles } = await dashboard.open('/overview?user=sample')
    await page.locator('.growth-chart canvas').waitFor()
    expect(await axe(page)).toEqual([])
    const growth = page.getByRole('slider')
    await growth.focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.growth-step', { hasText: /^week of/ }).waitFor()
    await page.getByRole('link', { name: 'Month' }).click()
    await page.waitForFunction(() => location.search.includes('by=month'))
    await page.getByRole('link', { name: /Proposed facts/ }).click()
    await asked(page, 'Is this true?')
    expect(new URL(page.url()).searchParams.get('kind')).toBe('proposed_fact')
    await page.goto(`${dashboard.url}/overview?user=nobody`)
    await page.getByText('Nothing is remembered yet').waitFor()
    expect(await axe(page)).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })
})
