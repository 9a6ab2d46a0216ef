import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.js'
import { itemId } from './shapes.js'

const record = z.strictObject({
  name: z.string().max(5),
  type: z.enum(['user', 'project']),
  limit: z.int().min(1).max(3).default(1),
  tags: z.array(z.string()).max(1).optional(),
  body: z.string().default(''),
})

const problems = (given: unknown, schema: z.ZodType = record) => {
  const parsed = parseInput(schema, given)
  return 'input' in parsed ? [] : parsed.problems.map(({ text }) => text)
}

describe('an input of an operation', () => {
  it('is taken with what stands for the fields that are not given', () => {
    const parsed = parseInput(record, { name: 'a', type: 'user' })
    expect(parsed).toEqual({ input: { name: 'a', type: 'user', limit: 1, body: '' } })
  })

  it.each([
    [undefined, ['name is missing', 'type is missing: one of user, project']],
    [{ name: 'a', type: 'x' }, ['type is one of user, project']],
    [{ name: 4, type: 'user' }, ['name: must be a text']],
    [{ name: null, type: 'user' }, ['name: must be a text']],
    [{ name: 'too long', type: 'user' }, ['name: must have at most 5 characters']],
    [{ name: 'a', type: 'user', limit: 0 }, ['limit: must be at least 1']],
    [{ name: 'a', type: 'user', limit: 1.5 }, ['limit: must be a whole number']],
    [{ name: 'a', type: 'user', tags: [2] }, ['tags.0: must be a text']],
    [{ name: 'a', type: 'user', tags: ['a', 'b'] }, ['tags: must have at most 1 entries']],
    [{ name: 'a', type: 'user', content: 'x' }, ['there is no field content, did you mean body?']],
    [{ name: 'a', type: 'user', limti: 1 }, ['there is no field limti, did you mean limit?']],
    [{ name: 'a', type: 'user', zzz: 1 }, ['there is no field zzz']],
    ['text', ['must be an object']],
  ])('says of %j what is wrong', (given, said) => {
    expect(problems(given)).toEqual(said)
  })

  it('keeps the words of a field that has its own, also where it is missing', () => {
    const own = 'id: give the id of one item, as a hit or a capture shows it'
    expect(problems({ id: 'x' }, z.object({ id: itemId }))).toEqual([own])
    expect(problems({}, z.object({ id: itemId }))).toEqual([own])
  })
})
