import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { readZip } from '../../web/src/files/read-zip.js'
import { axe } from './axe.js'
import { inBrowser } from './in-browser.js'
import { settled } from './open-dashboard.js'

inBrowser('the system, in a browser', (dashboard) => {
  it('makes a key that is shown once, opens what it says, and opens nothing once it is revoked', async () => {
    const { page, troubles } = await dashboard.open('/system/keys')
    await page.keyboard.press('n')
    await page.getByLabel('Name', { exact: true }).fill('laptop')
    await page.getByLabel('User').fill('sample')
    await page.getByLabel('Role').selectOption('reader')
    await page.getByRole('button', { name: 'sample/harbour' }).click()
    await page.keyboard.press('Control+s')
    const secret = (await page.getByLabel('The key', { exact: true }).textContent()) ?? ''
    expect(secret).toMatch(/^rk_/)
    const ask = () =>
      fetch(`${dashboard.url}/api/v1/memory/stats`, { headers: { authorization: `Bearer ${secret}` } })
    expect((await ask()).status).toBe(200)
    expect(await axe(page)).toEqual([])

    // What a reader sees: no way to what is the administrator's, and no error.
    const reader = await dashboard.open(`/system/keys#token=${secret}`, { isSignedIn: false, width: 360 })
    await reader.page.getByText('For the administrator').waitFor()
    for (const tab of ['Status', 'Memories', 'Settings', 'Export', 'Models and cost', 'Connect']) {
      await reader.page.getByRole('link', { name: tab, exact: true }).click()
      await settled(reader.page)
      expect(await reader.page.locator('[role="alert"], .notice-bad').count()).toBe(0)
    }
    for (const tab of ['Keys', 'Import'])
      expect(await reader.page.getByRole('link', { name: tab, exact: true }).count()).toBe(0)
    expect(reader.troubles).toEqual([])
    await reader.page.context().close()

    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.locator('aside').getByText('laptop').waitFor()
    expect(await page.content()).not.toContain(secret)
    await page.keyboard.press('x')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('laptop opens nothing any more').waitFor()
    expect((await ask()).status).toBe(401)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('imports what is chosen, and says what became of it', async () => {
    const { page, troubles } = await dashboard.open('/system/import?user=newcomer')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    const line = (content: string) => JSON.stringify({ role: 'user', content, session: 'boats' })
    const chat = `${line('The ferry leaves at nine')}\nnot a line\n${line('渡轮九点开')}\n`
    await (await chooser).setFiles([
      { name: 'chat.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(chat) },
      { name: 'boat.md', mimeType: 'text/markdown', buffer: Buffer.from('# Boat\nIt is blue.') },
      { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') },
    ])
    await page.getByLabel('The user in them is me').check()
    await page.getByRole('button', { name: 'Try without writing' }).click()
    await page.getByText('3 would be added').waitFor()
    expect((await dashboard.engine.as({ user: 'newcomer' }).stats({})).items).toBe(0)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('3 added').waitFor()
    expect(await page.locator('.report').textContent()).toContain('1 could not be read')
    const { items, byTrust } = await dashboard.engine.as({ user: 'newcomer' }).stats({})
    expect([items, byTrust['stated']]).toEqual([3, 3])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('hands out records as files and the store as an archive, which it takes in again', async () => {
    const { page, troubles } = await dashboard.open('/system/export?user=sample')
    const saved = async (button: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      return buffer(await (await download).createReadStream())
    }
    const names: string[] = []
    for await (const { path } of readZip(await saved('Markdown, in a zip'))) names.push(path)
    const { records } = await dashboard.engine.as({ user: 'sample' }).recordList({ limit: 100 })
    expect(names.sort()).toEqual(records.map(({ file }) => file).sort())

    const archive = await saved('Export the whole store')
    await page.getByRole('link', { name: 'Take an archive in' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'all.jsonl', mimeType: 'application/jsonl', buffer: archive })
    await page.getByRole('button', { name: 'Take it in' }).click()
    await page.getByText('Were there already').waitFor()
    expect(troubles).toEqual([])
    await page.context().close()
  })
})
