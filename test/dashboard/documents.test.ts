import { expect, it } from 'vitest'
import { axe } from './axe.js'
import { inBrowser } from './in-browser.js'
import { settled } from './open-dashboard.js'

inBrowser('documents, in a browser', (dashboard) => {
  const memory = () => dashboard.engine.as({ user: 'sample' })
  const named = async (source: string) => {
    const { documents } = await memory().knowledgeList({})
    const found = documents.find((document) => document.source === source)
    if (found === undefined) throw new Error(`no ${source}`)
    return found
  }

  it('takes in what can be a document, says why the rest cannot, and publishes with a way back', async () => {
    const { page, troubles } = await dashboard.open('/documents?user=sample')
    await page.keyboard.press('n')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles([
      file(
        'tides.md',
        '# Tide rules\n\nCheck <img src=x onerror=alert(1)> twice.\n\n## Springs\n\nAt new moon.',
      ),
      file('boat.png', '\u0089PNG'),
      { ...file('old.txt', ''), buffer: Buffer.from([0xff, 0xfe, 0x41]) },
    ])
    await page.getByText('1 new · 2 refused').waitFor()
    await page.getByText('neither Markdown nor plain text').waitFor()
    await page.getByRole('button', { name: 'Import 1 document' }).click()
    await page.getByRole('option', { name: /Tide rules/ }).click()
    await page.locator('aside').getByText('to review').waitFor()
    await page.keyboard.press('a')
    await page.locator('aside').getByText('published', { exact: true }).waitFor()
    expect((await named('tides.md')).status).toBe('ready')
    await page.keyboard.press('u')
    await page.locator('aside').getByText('to review').waitFor()
    expect(await named('tides.md')).toMatchObject({ status: 'pending', published: null })

    await page.locator('[role="listbox"]').focus()
    await page.keyboard.press('Enter')
    await page.locator('.reader-section h2').getByText('Springs').waitFor()
    expect(await page.locator('.reader-section img').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('answers without a model, and opens each quote where it stands', async () => {
    const { page, troubles } = await dashboard.open('/documents/ask?user=sample')
    await page.getByRole('searchbox').fill('which log does a school get')
    await page.keyboard.press('Enter')
    await page.getByText('read without a model').waitFor()
    await page.locator('.citation').first().click()
    await page.getByText('The quote is marked').waitFor()
    const marked = await page.evaluate(() => [...(CSS.highlights.get('quote') ?? [])].map(String).join())
    expect(marked).toContain('gets a log of its own boats')
    expect(page.url()).toContain('anchor=schools')
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('edits in place, shows what somebody else wrote meanwhile, and compares the versions', async () => {
    const { id } = await named('privacy-promise.md')
    const { page, troubles } = await dashboard.open(`/documents/${id}?user=sample`)
    // What is not there yet cannot be edited.
    await settled(page)
    await page.keyboard.press('e')
    const text = page.getByLabel('Text, in Markdown')
    await text.waitFor()
    const before = await text.inputValue()
    await text.fill(`${before}\n## Mine\n\nWritten here.`)
    await memory().knowledgeEdit({ document: id, content: `${before}\n## Theirs\n\nWritten there.` })
    await page.keyboard.press('Control+s')
    await page.getByText('Somebody changed it meanwhile').waitFor()
    await page.getByRole('button', { name: 'Go on with mine' }).click()
    await page.keyboard.press('Control+s')
    await page.getByRole('link', { name: 'What is new' }).click()
    await page.locator('.section-diff').getByText('Written here.').waitFor()
    expect(await named('privacy-promise.md')).toMatchObject({ latest: 3, status: 'pending' })
    await settled(page)
    expect(await axe(page)).toEqual([])
    // The save that came too late.
    expect(troubles).toEqual([expect.stringContaining('412')])
    await page.context().close()
  })
})

function file(name: string, text: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) }
}
