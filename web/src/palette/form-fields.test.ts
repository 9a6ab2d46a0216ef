import { describe, expect, it } from 'vitest'
import { formFields, inputOf } from './form-fields.js'

const fields = formFields({
  properties: {
    limit: { type: 'integer' },
    text: { type: 'string', description: 'the note' },
    kinds: { type: 'array', items: { type: 'string', enum: ['fact', 'turn'] } },
    at: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    mode: { enum: ['a', 'b'] },
    again: { type: 'boolean' },
    files: { type: 'array', items: { type: 'object' } },
  },
  required: ['text'],
})

describe('a form out of a schema', () => {
  it('asks first for what has to be given', () => {
    expect(fields[0]).toMatchObject({ name: 'text', isRequired: true, hint: 'the note', kind: 'text' })
  })

  it('gives each field what its values are typed with', () => {
    const kinds = Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))
    expect(kinds).toMatchObject({
      limit: 'number',
      kinds: 'lines',
      at: 'text',
      mode: 'choice',
      again: 'switch',
      files: 'json',
    })
  })

  it('makes the input out of what was typed, and leaves out what was not', () => {
    const typed = new Map([
      ['text', 'Mia lives in Porto'],
      ['limit', '5'],
      ['kinds', 'fact\n turn \n'],
      ['again', 'yes'],
      ['mode', ''],
    ])
    expect(inputOf(fields, typed)).toEqual({
      text: 'Mia lives in Porto',
      limit: 5,
      kinds: ['fact', 'turn'],
      again: true,
    })
  })
})
