import { describe, expect, it } from 'vitest'
import { hasShell, useTypedPage } from './typed-page.js'

const page = useTypedPage('knowledge.md')

describe.skipIf(!hasShell)('docs/knowledge.md', () => {
  it('shows what its commands print, typed one after the other', async () => {
    expect(page.text().match(/^\$ .+$/gm)?.length).toBeGreaterThan(15)
    await expect(await page.rendered()).toMatchFileSnapshot(page.page)
  }, 60_000)

  it('tells a gap, and no longer once a document covers it', () => {
    const answers = [...page.text().matchAll(/^\$ recollect knowledge ask (.+)\n([\s\S]*?)(?=^\$ |^```)/gm)]
    expect(answers.map(([, , answer = '']) => answer.includes('Not covered'))).toEqual([false, true, false])
    expect(answers[0]?.[2]).toContain('Everyone has 25 days of leave a year.')
    expect(answers[2]?.[2]).toContain('Sixteen weeks, also in Portugal.')
  })
})
