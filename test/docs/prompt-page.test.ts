import { describe, expect, it } from 'vitest'
import { blockNames } from '../../src/task/prompt/block.js'
import { reasonCodes } from '../../src/task/prompt/reason.js'
import { hasShell, useTypedPage } from './typed-page.js'

const page = useTypedPage('prompt.md')

describe.skipIf(!hasShell)('docs/prompt.md', () => {
  it('shows what its commands print, typed one after the other, and names every block and reason', async () => {
    await expect(await page.rendered()).toMatchFileSnapshot(page.page)
    for (const name of [...blockNames, ...reasonCodes]) expect(page.text()).toContain(`\`${name}\``)
    expect(page.text()).toMatch(/^new +recall +01a1b2c3/m)
  }, 60_000)
})
