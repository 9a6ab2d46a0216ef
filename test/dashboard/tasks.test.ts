import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axe } from './axe.js'
import { inBrowser } from './in-browser.js'
import { settled } from './open-dashboard.js'

const SCHOOL = 'log-for-the-school'

inBrowser('tasks, in a browser', (dashboard) => {
  let page: Page
  let troubles: string[]
  beforeAll(async () => {
    ;({ page, troubles } = await dashboard.open('/tasks?user=sample'))
  })
  const memory = () => dashboard.engine.as({ user: 'sample' })
  const open = async (path: string) => {
    await page.goto(`${dashboard.url}${path}${path.includes('?') ? '&' : '?'}user=sample`)
    await settled(page)
  }
  const isInSight = (selector: string) =>
    page.$eval(selector, (element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

  it('opens a conversation by the keyboard, and reads a large output in it page by page', async () => {
    await page.waitForSelector('[role="option"]')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.talk .step')
    expect(new URL(page.url()).pathname).toBe(`/tasks/${SCHOOL}`)

    const { events } = await memory().transcriptRead({ session: SCHOOL, maxChars: 1_000_000 })
    const result = events.find(({ artifact }) => artifact !== null)
    await open(`/tasks/${SCHOOL}?on=item:${result?.id}`)
    await page.locator('.step-on').getByText('lines 1–100 of 457').waitFor()
    await page.locator('.step-on').getByPlaceholder('Find in this output').fill('Wedel')
    await page.locator('.step-on .output-line').first().click()
    await page.locator('.step-on').getByText('lines 149–248 of 457').waitFor()
    expect(await axe(page)).toEqual([])
  })

  it('shows what was in a prompt, what was not and why, and what it would be today', async () => {
    await open(`/tasks/${SCHOOL}`)
    await page.locator('.mark-prompt').first().click()
    await page.waitForSelector('aside .stack-part')
    await page.locator('.prompt-which').nth(2).click()
    await page.locator('aside').getByText('no room left').first().waitFor()
    expect(await page.locator('.prompt-item:not(.prompt-out)').count()).toBe(0)
    await page.getByRole('button', { name: 'Compare with today' }).click()
    await page.waitForSelector('.replay .item-line')
    expect(await axe(page)).toEqual([])
  })

  it('lands on a turn of a long conversation, holds still while it loads, and follows what is said', async () => {
    const session = 'plans/v1.2'
    const said = (from: number, count: number) =>
      memory().transcriptAppend({
        session,
        events: Array.from({ length: count }, (_, index) => ({
          type: 'message' as const,
          role: 'user' as const,
          text: `number ${from + index} ${'and more '.repeat(index % 9)}`,
        })),
      })
    await said(1, 200)
    const { events } = await memory().transcriptRead({ session, around: 120, limit: 1 })
    await open(`/tasks/${encodeURIComponent(session)}?on=item:${events[0]?.id}`)
    await page.locator('.step-on').getByText('number 120').waitFor()
    expect(await isInSight('.step-on')).toBe(true)
    const top = () => page.$eval('.step-on', (element) => element.getBoundingClientRect().top)
    const seen = await top()
    await page.locator('.talk').hover()
    await page.mouse.wheel(0, -1000)
    await page.waitForFunction(() => document.querySelectorAll('.step').length > 60)
    expect(Math.abs((await top()) - seen - 1000)).toBeLessThan(2)

    await open(`/tasks/${encodeURIComponent(session)}`)
    await page.getByText('number 200').waitFor()
    await said(201, 1)
    await page.getByText('number 201').waitFor()
    expect(await isInSight('.step:last-child')).toBe(true)
  })

  it('closes a task with its outcome, and opens it again as it stood', async () => {
    await open('/tasks?view=tasks')
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Close task' }).click()
    await page.getByLabel('How did it end?').fill('The school has its log')
    await page.keyboard.press('Control+Enter')
    await page.locator('aside').getByText('The school has its log').waitFor()
    await page.locator('main').click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('u')
    await page.getByText('Undone').waitFor()
    const { tasks } = await memory().taskList({ status: 'open' })
    expect(tasks[0]?.state).toContain('change of clocks')
    expect(troubles).toEqual([])
  })
})
