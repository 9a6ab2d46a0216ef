import { describe, expect, it } from 'vitest'
import { hasShell, useTypedPage } from './typed-page.js'

const page = useTypedPage('artifacts.md')

describe.skipIf(!hasShell)('docs/artifacts.md', () => {
  it('shows what its commands print, typed one after the other', async () => {
    expect(page.text().match(/^\$ .+$/gm)?.length).toBeGreaterThan(8)
    await expect(await page.rendered()).toMatchFileSnapshot(page.page)
  }, 60_000)
})
