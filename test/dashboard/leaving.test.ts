import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBrowser } from './in-browser.js'
import { settled } from './open-dashboard.js'

const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))

inBrowser('who comes and goes at one page', (dashboard) => {
  it('takes back what was done where it was done, and nothing for the next who signs in', async () => {
    const sample = dashboard.engine.as({ user: 'sample' })
    const { facts } = await sample.facts({ limit: 20 })
    const items = await Promise.all(facts.map(({ id }) => sample.get({ id })))
    const fact = items.find((item) => item.fact?.isPinned === false)
    if (fact === undefined) throw new Error('the sample has facts')
    const isPinned = async () => (await sample.get({ id: fact.id })).fact?.isPinned
    const address = `/memory/facts?user=sample&on=item:${fact.id}`
    const { page, troubles } = await dashboard.open(address)
    await page.locator('aside').getByRole('button', { name: /^Pin/ }).click()
    await page.getByText('Pinned: it is in every prompt').waitFor()
    expect(await isPinned()).toBe(true)

    // Another memory is looked at by the time it is taken back.
    await page.getByRole('button', { name: /Looking as sample/ }).click()
    await page.getByRole('button', { name: 'Back to your own memory' }).click()
    await page.waitForURL((url) => !url.search.includes('user='))
    await page.keyboard.press('u')
    await page.getByText('Undone').waitFor()
    expect(new URL(page.url()).searchParams.get('user')).toBe('sample')
    expect(await isPinned()).toBe(false)

    await page.goto(dashboard.url + address)
    await page.locator('aside').getByRole('button', { name: /^Pin/ }).click()
    await page.getByText('Pinned: it is in every prompt').waitFor()
    await page.getByRole('button', { name: /Looking as/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Key', { exact: true }).fill(dashboard.token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .locator('aside')
      .getByRole('button', { name: /^Unpin/ })
      .waitFor()
    await page.keyboard.press('u')
    expect(await page.locator('.notice').count()).toBe(0)
    expect(await isPinned()).toBe(true)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('keeps a draft until its writer leaves, for nobody else, and never with a token', async () => {
    const keyOf = async (user: string, name = user) => {
      const made = await dashboard.engine
        .as({ user: 'me', administrator: true })
        .keyCreate({ name, for: user })
      return made.key
    }
    const [ann, bob] = [await keyOf('ann'), await keyOf('bob')]
    const { page } = await dashboard.open(`/memory/records/new#token=${ann}`, { isSignedIn: false })
    await page.getByLabel('Name', { exact: true }).fill('Half written')
    const enter = async (key: string) => {
      await page.getByLabel('Key', { exact: true }).fill(key)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Name', { exact: true }).waitFor()
    }
    expect(await kept(page)).toContain('Half written')

    // The key is revoked while the page is open.
    await dashboard.engine.as({ user: 'me', administrator: true }).keyRevoke({ which: 'ann' })
    await page.getByText('This key was revoked').waitFor()
    expect(await kept(page)).not.toContain(ann)
    await enter(bob)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
    await page.evaluate(
      (token) => sessionStorage.setItem('recollect.token', token),
      await keyOf('ann', 'second'),
    )
    await page.reload()
    await settled(page)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half written')

    await page.getByRole('button', { name: /Looking as/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Key', { exact: true }).waitFor()
    expect(await kept(page)).toBe('[]')
    await page.context().close()
  })

  it('gives the focus back after a dialog, and opens what has a name of dots or lines', async () => {
    const me = dashboard.engine.as({ user: 'me' })
    for (const session of ['..', 'two\nlines', 'two\u2028lines'])
      await me.transcriptAppend({
        session,
        events: [{ type: 'message', role: 'user', text: `in ${JSON.stringify(session)}` }],
      })
    const { page } = await dashboard.open('/tasks')
    const link = page.getByRole('link', { name: 'Review' }).first()
    await link.focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)

    for (const path of ['/tasks/~..', '/tasks/two%0Alines', '/tasks/two%E2%80%A8lines']) {
      await page.goto(dashboard.url + path)
      await settled(page)
      await page.getByText('in "', { exact: false }).first().waitFor()
    }
    await page.goto(`${dashboard.url}/tasks?on=nothing:1`)
    await page.getByText('There is no such thing here').waitFor()
    await page.locator('aside').getByRole('button', { name: 'Close' }).click()
    await page.goto(`${dashboard.url}/tasks?on=item:0190a8f0-0000-7000-8000-000000000000`)
    await page.getByText('This is not here').waitFor()
    expect(await page.getByText('Try again').count()).toBe(0)
    await page.context().close()
  })
})
