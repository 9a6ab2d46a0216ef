import { beforeAll, describe, expect, it } from 'vitest'
import { atTerminal } from './at-terminal.js'
import { sample, useRecollect } from './recollect.js'

const { home } = useRecollect()
const at = (line: readonly string[], typed = '') => atTerminal(['--home', home, ...line], typed)

beforeAll(async () => {
  await at(['import', sample, '-q'])
})

describe('a search at the terminal', () => {
  it('shows with --explain where each score comes from', async () => {
    const { out } = await at(['search', 'flat code in March', '--explain', '--limit', '1'])
    expect(out).toMatch(
      /layer +rank +score +weight +share\n +text +1 +\d+\.\d\d +0\.67 +\d+ %\n +time +\d+ +1\.00 +0\.33 +\d+ %\n +score \d/,
    )
    expect((await at(['search', 'flat code'])).out).not.toContain('weight')
  })

  it('says with --why-not why a number of the list before is not found, or not higher', async () => {
    await at(['search', 'flat code'])
    const other = await at(['search', 'flat', '--limit', '1', '--why-not', '2'])
    expect(other.out).toMatch(
      /\n\n.*remember the code.*\n {2}\S{36}\n {2}It ranks \d+ of \d+, beyond the limit of 1\.\n/s,
    )
    await at(['search', 'flat code'])
    const nowhere = await at(['search', 'zebrawood?', '--why-not', '1'])
    expect(nowhere.out).toMatch(/No layer found it\.\n.* text +its text has none of the words zebrawood\n/s)
    const absent = await at(['search', 'flat', '--why-not', '01890000-0000-7000-8000-000000000000'])
    expect(absent).toMatchObject({ code: 1, notes: expect.stringContaining('no item has the id') })
  })
})

describe('recalls at the terminal', () => {
  it('are explained by the number of a hit, said to be used, and listed', async () => {
    await at(['search', 'flat code'])
    expect((await at(['explain', '2'])).out).toMatch(
      /^flat code\n.* hits\n.*It is found, at rank 2 of \d+\.\n/s,
    )
    // Numbers are still those of the search.
    expect(await at(['used', '2', '#1'])).toMatchObject({ code: 0, out: '2 hits noted as used.\n' })
    const explained = await at(['explain'])
    expect(explained.out.match(/^ +used$/gm)).toHaveLength(2)
    expect((await at(['recalls', '--limit', '1'])).out).toMatch(
      / hits · 2 used\n {2}flat code\n {2}\S{36}\n$/,
    )
    await at(['thoughts'])
    await at(['capture', 'a note that was not searched for', '-q'])
    await at(['thoughts'])
    expect(await at(['used', '1'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('One item is no hit'),
    })
  })

  it('are deleted when someone says yes, and then are said to be gone', async () => {
    await at(['search', 'flat code'])
    expect(await at(['clear-recalls'], 'n\n')).toMatchObject({
      code: 1,
      notes: expect.stringMatching(/Kept\.\n$/),
    })
    expect((await at(['recalls'])).out).toContain('flat code')
    const cleared = await at(['clear-recalls'], 'y\n')
    expect(cleared).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Deleted: \d+ searches\n {2}physical /),
    })
    expect((await at(['recalls'])).out).toBe('No search is remembered.\n')
    expect((await at(['clear-recalls'])).notes).toContain('nothing to delete')
    // It is the search that is not there, not the item.
    const used = await at(['used', '1'])
    expect(used).toMatchObject({ code: 1, notes: expect.stringContaining('no search is remembered') })
  })
})
