import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordTypes } from '../../user/records/record.js'
import { faultOf } from '../../user/records/record-text.js'
import { type Entity, entityOf, recordOfEntity, saidBeside } from './knowledge-graph.js'

const sam: Entity = {
  name: 'Sam Lee',
  type: 'person',
  observations: ['Likes Go', 'Said "no"\nand left'],
  relations: [{ type: 'works_on', to: 'Apollo' }],
}

describe('an entity of the MCP memory server as a record', () => {
  it('is a list that a person can read', () => {
    expect(recordOfEntity(sam)).toEqual({
      name: 'Sam Lee',
      description: 'person: Likes Go; Said "no" and left',
      type: 'reference',
      body: [
        'Entity type: person\n',
        '- Likes Go',
        '- "Said \\"no\\"\\nand left"\n',
        'Relations:\n',
        '- works_on → Apollo',
      ].join('\n'),
    })
  })

  it('takes a line that a person adds for an observation, and the rest of what they said along', () => {
    const record = recordOfEntity(sam)
    const edited = { ...record, description: 'A colleague', body: `- Plays the cello\n${record.body}` }
    expect(entityOf(edited)).toEqual({ ...sam, observations: ['Plays the cello', ...sam.observations] })
    const said = saidBeside(edited)
    expect(said).toMatchObject({ description: 'A colleague', type: 'reference' })
    expect(recordOfEntity(entityOf(edited), { said })).toEqual(edited)
    // Another program has changed the entity since, so the entity speaks.
    expect(recordOfEntity(sam, { said })).toEqual(record)
  })

  it('is an ordinary record where its type is one of ours', () => {
    const style = {
      name: 'style',
      type: 'feedback',
      observations: ['Short answers', 'One page.', '- no tables'],
    }
    expect(recordOfEntity({ ...style, relations: [] })).toEqual({
      name: 'style',
      description: 'Short answers',
      type: 'feedback',
      body: 'One page.\n\n- no tables',
    })
  })

  it('keeps its name where a record cannot have it', () => {
    for (const name of [' spaced ', 'two\nlines', 'x'.repeat(500), '"quoted"'])
      expect(entityOf(recordOfEntity({ ...sam, name })).name).toBe(name)
    expect(entityOf(recordOfEntity({ ...sam, name: 'sam lee' }, { name: 'sam lee (2)' })).name).toBe(
      'sam lee',
    )
  })
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    'Relations:',
    'Entity: x',
    'Entity type: y',
    '- a → b',
    '"',
    '"a" → "b"',
    'a\n\nb',
    ' → ',
    '',
    ' ',
    '\0',
    '\ud800',
    'x'.repeat(400),
  ),
)
const kind = fc.oneof(text, fc.constantFrom(...recordTypes, 'Project'))
const relations = fc.array(fc.record({ type: text, to: text }), { maxLength: 3 })
const name = text.filter((one) => one.trim() !== '')

describe('no entity loses anything as a record', () => {
  it('whatever it says', () => {
    const entity = fc.record({ name, type: kind, observations: fc.array(text, { maxLength: 4 }), relations })
    fc.assert(
      fc.property(entity, (given) => {
        const record = recordOfEntity(given)
        expect(faultOf(record)).toBeUndefined()
        expect(entityOf(record)).toEqual(given)
      }),
      { numRuns: 2_000 },
    )
  })

  it('nor does one that only relations tell of', () => {
    const absent = fc.record({
      name,
      type: fc.constant(undefined),
      observations: fc.constant([]),
      relations: fc.array(fc.record({ type: text, to: text }), { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(absent, (given) => {
        expect(entityOf(recordOfEntity(given))).toEqual(given)
      }),
    )
  })
})

describe('no record loses anything as an entity', () => {
  it('whatever it says', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 40 })
    const block = fc.oneof(
      line,
      fc.constantFrom(
        '',
        '\n',
        'Entity type: a',
        'Entity: b',
        '- c',
        'Relations:',
        '- d → e',
        '- "f"',
        'a\n\n\nb',
      ),
    )
    const record = fc
      .record({
        name: line,
        description: fc.oneof(line, fc.constantFrom('', 'a', 'a: c', 'a: f')),
        type: fc.constantFrom(...recordTypes),
        body: fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join('\n')),
      })
      .filter((given) => faultOf(given) === undefined)
    fc.assert(
      fc.property(record, (given) => {
        const said = saidBeside(given)
        expect(recordOfEntity(entityOf(given), { said })).toEqual(given)
      }),
      { numRuns: 3_000 },
    )
  })
})
