import { describe, expect, it } from 'vitest'
import { useRecollectHere } from './recollect-here.js'

const { run, json } = useRecollectHere()

describe('what is known, in a terminal', () => {
  it('says of likes and dislikes which they are', async () => {
    const as = ['--user', 'ann']
    await run(['capture', 'I like tea. I hate coffee.', ...as])
    const { out } = await run(['graph', 'you', ...as])
    expect(out).toContain('I like tea')
    expect(out).toContain('I hate coffee')
    const { attributes } = await json(['graph', 'you', ...as])
    expect(attributes.map(({ text }: { text: string }) => text).sort()).toEqual([
      'I hate coffee',
      'I like tea',
    ])
  })

  it('shows the id of each entity, by which it can be named', async () => {
    const as = ['--user', 'bea']
    await run(['capture', 'Sarah Chen works at Acme.', ...as])
    const { entities } = await json(['graph', 'Sarah Chen', ...as])
    const id = entities[0].id as string
    expect((await run(['graph', 'Sarah Chen', ...as])).out).toContain(id)
    expect((await run(['graph', ...as])).out).toContain(id)
    expect((await run(['people', ...as])).out).toContain(id)
    const plan = await run(['forget', '--entity', 'Sarah Chen', '--preview', ...as])
    expect(plan.out).toContain('Sarah Chen works at Acme.')
    expect((await run(['forget', '--entity', id, '--preview', ...as])).out).toBe(plan.out)
  })

  it('says in one line that there is no graph yet', async () => {
    const { out } = await run(['graph', '--user', 'cid'])
    expect(out.trim().split('\n')).toHaveLength(1)
    await run(['capture', 'I like tea.', '--user', 'cid'])
    expect((await run(['graph', '--user', 'cid'])).out).not.toMatch(/Relations\n|Named most often\n?$/)
  })

  it('says when there are more facts than it shows', async () => {
    const as = ['--user', 'dan']
    await run(['capture', 'I like tea. I like jam. I like rice.', ...as])
    const some = await run(['facts', '--limit', '2', ...as])
    expect(some.notes).toContain('There are more: --limit 10')
    expect((await json(['facts', '--limit', '2', ...as])).isComplete).toBe(false)
    expect((await run(['facts', '--limit', '3', ...as])).notes).not.toContain('There are more')
    expect((await json(['facts', '--limit', '3', ...as])).isComplete).toBe(true)
  })

  it('says how a key and a time are written', async () => {
    const key = await run(['facts', 'location', '--user', 'eve'])
    expect(key.notes).toContain('a key begins with user. or person.NAME., like user.location')
    const time = await run(['facts', '--as-of', 'yesterday', '--user', 'eve'])
    expect(time.notes).toContain('give it like 2026-03-01')
  })
})
