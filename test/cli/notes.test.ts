import { describe, expect, it } from 'vitest'
import { sample } from './recollect.js'
import { useRecollectHere } from './recollect-here.js'

const { run, json } = useRecollectHere()

describe('notes with tags', () => {
  it('are kept, listed by tag and by piece of text, and opened by their number', async () => {
    await run(['capture', 'Mia moved to Lisbon', '--tags', 'mia, #travel'])
    await run(['capture', 'book the train to Porto', '--tags=travel', '--tags', 'Q3 planning'])
    await run(['capture', 'water the plants'])
    const all = await run(['thoughts'])
    expect(all.out).toMatch(
      /^1 {2}today, \d\d:\d\d · note\n {3}water the plants\n\n2 {2}.* · #travel #Q3 planning\n/,
    )
    expect(all.notes).toContain('Tags: travel 2, Q3 planning 1, mia 1')
    const some = await run(['notes', 'LISB', '--tags', '#Travel'])
    expect(some.out).toMatch(/^1 {2}.*#mia #travel\n {3}Mia moved to Lisbon\n$/)
    expect((await run(['show', '1'])).out).toContain('#mia #travel')
  })

  it('come in pages', async () => {
    const first = await json(['thoughts', '--limit', '2'])
    const second = await json(['thoughts', '--limit', '2', '--before', first.next])
    expect([...first.items, ...second.items]).toHaveLength(3)
    expect(second.next).toBeNull()
    expect((await run(['thoughts', '--limit', '2'])).notes).toContain(`--before ${first.next}`)
  })

  it('say what is wrong with a tag, and which there are', async () => {
    const refused = await run(['capture', 'never kept', '--tags', 'fine,'])
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.notes).toContain('not a usable tag')
    const none = await run(['thoughts', '--tags', 'nope'])
    expect(none).toMatchObject({ code: 0, out: '' })
    expect(none.notes).toContain('Tags there are: travel 2')
  })
})

describe('exact words', () => {
  it('are shown newest first, with where they were said', async () => {
    await run(['import', sample])
    const found = await run(['fts-search', 'tide', '--limit', '2'])
    expect(found.out).toMatch(/^1 {2}/)
    expect(found.out).toMatch(/\n\d+ items in \d+ sources\n {2}\S+ +web +\d+ {2}last /)
    const answer = await json(['fts-search', 'tide'])
    expect(answer.matches).toBe(
      answer.sources.reduce((sum: number, one: { matches: number }) => sum + one.matches, 0),
    )
    expect(answer.hits.every(({ text }: { text: string }) => /\btide\b/i.test(text))).toBe(true)
  })

  it('come from a pipe too, and say what to try', async () => {
    const none = await run(['fts-search', '-'], { stdin: 'zebra -stripes\n' })
    expect(none).toMatchObject({ code: 0, out: '' })
    expect(none.notes).toContain('without -words')
  })
})

describe('banks', () => {
  it("are the user's own, or all of the file", async () => {
    await run(['capture', 'hers', '--user', 'ann'])
    expect((await run(['banks'])).out.split('\n')).toHaveLength(3)
    expect((await run(['banks', '--user', 'new here'])).out).toMatch(/new here +user +0 .* unused +never/)
    const { banks } = await json(['banks', '--all'])
    expect(banks.map(({ owner }: { owner: string }) => owner)).toEqual(['ann', 'me'])
  })
})
