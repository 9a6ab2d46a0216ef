import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axe } from './axe.js'
import { inBrowser } from './in-browser.js'
import type { Dashboard } from './open-dashboard.js'

const TOLD = [
  ['2024-02-10', 'Sarah Chen reports to Marcus Rivera; she owns the web chat UI.'],
  ['2024-03-10', 'Alex Patel reports to Sarah Chen.'],
  ['2024-05-10', 'Alex Patel reports to Jamie Kim.'],
  ['2024-06-10', 'AP works at Northwind Labs.'],
] as const

inBrowser('the graph, in a browser', (dashboard) => {
  beforeAll(async () => {
    const me = dashboard.engine.as({ user: 'me' })
    for (const [occurredAt, text] of TOLD) await me.capture({ text, occurredAt })
  })

  it('is walked by the keyboard alone, and every step has an address', async () => {
    const { page, troubles } = await dashboard.open('/graph')
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('alex')
    await page.getByRole('option', { name: /Alex Patel/ }).waitFor()
    await page.keyboard.press('Enter')
    await rows(page, ['Alex Patel, 2 relations', 'reports to Jamie Kim', 'reports to Sarah Chen (no longer)'])
    const tree = page.getByRole('tree')
    await tree.focus()
    for (const key of ['End', 'ArrowRight']) await page.keyboard.press(key)
    await rows(page, [
      'Alex Patel, 2',
      'Jamie Kim',
      'Sarah Chen (no',
      'owns web chat UI',
      'reports to Marcus Rivera',
    ])
    await page.keyboard.press('ArrowRight')
    expect(await tree.locator('[aria-selected="true"]').textContent()).toContain('web chat UI')
    await page.getByRole('heading', { name: 'web chat UI' }).waitFor()
    expect(await axe(page)).toEqual([])
    const address = page.url()
    await page.goBack()
    await rows(page, ['Alex Patel, 2', 'Jamie Kim', 'Sarah Chen (no'])
    await page.goto(address)
    await rows(page, ['Alex Patel, 2', 'Jamie Kim', 'Sarah Chen (no', 'web chat UI', 'Marcus Rivera'])
    // It was so before Jamie.
    await page.goto(`${address}&at=2024-04-01`)
    await rows(page, ['Alex Patel, 2', 'reports to Sarah Chen,', 'web chat UI', 'Marcus Rivera'])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('says the way between two, with the words that say so', async () => {
    const id = await idsOf(dashboard)
    const { page, troubles } = await dashboard.open(
      `/graph?path=${id('web chat UI')}..${id('Marcus Rivera')}`,
    )
    const steps = page.locator('.path-step')
    await steps.nth(1).waitFor()
    expect(await steps.nth(0).textContent()).toContain('web chat UI ← owns — Sarah Chen')
    await steps.nth(0).click()
    const evidence = page.locator('aside .entity-list')
    await evidence.getByText('Sarah Chen reports to Marcus Rivera; she owns the web chat UI.').waitFor()
    expect(await axe(page)).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('says what merging will do before it does it, and takes it back', async () => {
    const id = await idsOf(dashboard)
    const { page, troubles } = await dashboard.open(
      `/graph?focus=${id('Alex Patel')}&on=entity:${id('Alex Patel')}`,
    )
    await page.getByRole('button', { name: 'Merge…' }).click()
    await page.keyboard.type('AP')
    await page.getByRole('option', { name: 'AP' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('It is then also called AP.').waitFor()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await rows(page, ['Alex Patel, 3', 'Jamie Kim', 'works at Northwind Labs', 'Sarah Chen (no'])
    await page.keyboard.press('u')
    await rows(page, ['Alex Patel, 2', 'Jamie Kim', 'Sarah Chen (no'])
    expect(troubles).toEqual([])
    await page.context().close()
  })
})

/** Waits until the list has exactly these rows, by parts of what is heard of them. */
async function rows(page: Page, parts: readonly string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const found = [...document.querySelectorAll('[role="treeitem"]')].map(
      ({ textContent }) => textContent ?? '',
    )
    return found.length === wanted.length && wanted.every((part, index) => found[index]?.includes(part))
  }, parts)
}

async function idsOf({ engine }: Dashboard): Promise<(name: string) => string> {
  const { entities } = await engine.as({ user: 'me', administrator: true }).entities({})
  return (name) => entities.find((one) => one.name === name)?.id ?? `${name} is not known`
}
