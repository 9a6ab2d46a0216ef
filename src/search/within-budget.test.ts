import { describe, expect, it } from 'vitest'
import { ann, importLines, openSpine, temporaryFolder } from '../../test/open-spine.js'
import { estimateTokens } from '../text/tokens.js'
import { recallLines } from './recall-lines.js'
import { searchWithinBudget } from './within-budget.js'

const day = Date.parse('2026-05-01T10:00:00Z')

/** Two conversations of a pair, of which one speaks of a journey. */
const lines = [
  ['trip', 'Mia', 'Did you enjoy the journey to Trieste?'],
  ['trip', 'Ann', 'Rain on two days, and Lotte was sick.'],
  ['trip', 'Mia', 'Oh no. What a pity.'],
  ['trip', 'Ann', 'The ice cream by the harbour made up for it.'],
  ['trip', 'Mia', 'And then?'],
  ['trip', 'Ann', 'A castle on Monday.'],
  ['work', 'Mia', 'The kettle in the office broke.'],
  ['work', 'Ann', `A long report about kettles. ${'It goes on about water. '.repeat(300)}`],
]
  .map(([session, speaker, content]) =>
    JSON.stringify({ role: 'user', session, speaker, content, at: new Date(day).toISOString() }),
  )
  .join('\n')

async function opened() {
  const spine = await openSpine(await temporaryFolder())
  await importLines(spine, ann, lines)
  return spine
}

describe('searching within a budget', () => {
  it('brings the turns around a hit, groups them as they were said, and keeps to the budget', async () => {
    const spine = await opened()
    const found = await searchWithinBudget(spine, ann, 'How was the journey to Trieste?', { budget: 120 })
    expect(found.groups).toHaveLength(1)
    expect(found.groups[0]!.items.map(({ turn }) => turn!.seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(found.placed.at(-1)!.why).toBe('of a conversation that speaks of it')
    const block = recallLines(found.groups).join('\n')
    expect(estimateTokens(block)).toBe(found.tokens)
    expect(found.tokens).toBeLessThanOrEqual(120)
    await spine.store.close()
  })

  it('says of what it found and did not place why, and leaves out what is visible', async () => {
    const spine = await opened()
    const asked = 'Which kettle broke?'
    const all = await searchWithinBudget(spine, ann, asked, { budget: 200 })
    expect(all.left).toMatchObject([{ kind: 'turn', reason: 'token_budget_exceeded' }])
    const first = all.placed[0]!.item
    expect(first.text).toBe('The kettle in the office broke.')
    const others = await searchWithinBudget(spine, ann, asked, { budget: 200, without: new Set([first.id]) })
    expect(others.placed.map(({ item }) => item.id)).not.toContain(first.id)
    const none = await searchWithinBudget(spine, ann, asked, { budget: 0 })
    expect(none).toMatchObject({ placed: [], groups: [], tokens: 0 })
    await spine.store.close()
  })

  it('gives the same answer to the same question', async () => {
    const spine = await opened()
    const ask = async () => {
      const { recallId: _, ...answer } = await searchWithinBudget(spine, ann, 'Lotte', { budget: 60 })
      return answer
    }
    expect(await ask()).toEqual(await ask())
    await spine.store.close()
  })
})
