import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atTerminal } from './at-terminal.js'
import { useRecollectHere } from './recollect-here.js'

const { run, json, home } = useRecollectHere()

async function withMemory(user: string): Promise<readonly string[]> {
  const as = ['--user', user]
  await run(['capture', `${user} keeps a secret garden`, ...as])
  await run(['import', '-', ...as], { stdin: '{"role":"user","content":"where is the garden?"}\n' })
  return as
}

describe('clear', () => {
  it('shows what will go, and forgets it all when the name is typed', async () => {
    const as = await withMemory('ann')
    const { code, out, notes } = await atTerminal(['--home', home, 'clear', ...as], 'ann\n')
    expect(code).toBe(0)
    expect(notes).toContain('Everything in the memory of ann will be forgotten for good:')
    expect(notes).toContain('1 note\n')
    expect(notes).toContain('1 turn\n')
    expect(out).toMatch(/^Forgotten: 2 items, all there was\n/)
    expect(out).toMatch(/physical {6}looked for/)
    expect(await json(['stats', ...as])).toMatchObject({ items: 0, forgotten: 2 })
    expect((await run(['search', 'garden', ...as])).out).toBe('')
    const again = await run(['import', '-', ...as], {
      stdin: '{"role":"user","content":"where is the garden?"}\n',
    })
    expect(again.out).toContain('1  had been forgotten and stays so')
    expect(again.notes).toContain('recollect clear --fresh')
  })

  it.each(['', 'y\n', 'yes\n', 'Bea\n', 'ann\n'])('keeps everything when %j is typed', async (typed) => {
    const as = await withMemory('bea')
    const { code, out, notes } = await atTerminal(['--home', home, 'clear', ...as], typed)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(notes).toContain('Kept.')
    expect(await json(['stats', ...as])).toMatchObject({ items: 2 })
  })

  it('needs the name where no one is asked, and takes no other', async () => {
    const as = await withMemory('cid')
    expect(await run(['clear', ...as])).toMatchObject({
      code: 2,
      out: '',
      notes: expect.stringContaining('recollect clear --confirm cid'),
    })
    expect(await run(['clear', '--yes', ...as])).toMatchObject({ code: 2, out: '' })
    expect(await run(['clear', '--confirm', 'me', ...as])).toMatchObject({ code: 2, out: '' })
    expect(await json(['stats', ...as])).toMatchObject({ items: 2 })
    expect(await json(['clear', '--confirm', 'cid', ...as])).toMatchObject({ items: 2, state: 'physical' })
  })

  it('leaves other users alone, and no number behind', async () => {
    const dan = await withMemory('dan')
    const eve = await withMemory('eve')
    await run(['search', 'garden', ...dan])
    await run(['clear', '--confirm', 'dan', ...dan])
    expect((await run(['show', '1', ...dan])).notes).toContain('the last list is empty')
    expect(await json(['stats', ...eve])).toMatchObject({ items: 2 })
  })

  it('says so when there is nothing to forget', async () => {
    const place = join(home, 'empty')
    const { code, notes } = await atTerminal(['--home', place, 'clear'], '')
    expect(code).toBe(0)
    expect(notes).toBe('There is nothing to forget: the memory of me is empty.\n')
  })
})
