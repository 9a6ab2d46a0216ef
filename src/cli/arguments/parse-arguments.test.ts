import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from './field.js'
import { parseArguments, wordIndexes } from './parse-arguments.js'
import { UsageError } from './usage-error.js'

const field = (flag: string, kind: Field['kind'], rest: Partial<Field> = {}): Field => ({
  name: flag,
  flag,
  kind,
  placeholder: kind === 'switch' ? '' : 'X',
  description: '',
  isRequired: false,
  sets: true,
  ...rest,
})

const fields = [
  field('as-mine', 'switch', { name: 'asMine' }),
  field('no-verify', 'switch', { name: 'verify', sets: false }),
  field('limit', 'number'),
  field('session', 'text'),
  field('mode', 'text', { choices: ['measured', 'rrf'] }),
  field('kinds', 'list', { choices: ['turn', 'thought'], also: 'kind' }),
  field('tags', 'list'),
]

const parse = (...argv: string[]) => {
  const { values, positionals } = parseArguments(argv, fields)
  return { values: Object.fromEntries(values), positionals }
}

describe('parseArguments', () => {
  it('takes flags before, between and after text', () => {
    expect(parse('--limit', '3', 'where', '--as-mine', 'is it')).toEqual({
      values: { limit: 3, asMine: true },
      positionals: ['where', 'is it'],
    })
  })

  it('turns a switch that is on by itself off', () => {
    expect(parse('--no-verify').values).toEqual({ verify: false })
  })

  it('gathers a flag that is given several times', () => {
    expect(parse('--kinds', 'turn', '--kinds=thought').values).toEqual({ kinds: ['turn', 'thought'] })
  })

  it('takes a list apart at its commas', () => {
    expect(parse('--kinds', 'turn, thought', '--tags=home,,work').values).toEqual({
      kinds: ['turn', 'thought'],
      tags: ['home', '', 'work'],
    })
  })

  it('takes one of a list under the name of one', () => {
    expect(parse('--kind', 'turn', '--kinds', 'thought').values).toEqual({ kinds: ['turn', 'thought'] })
  })

  it('takes everything behind -- as text', () => {
    expect(parse('--', '--limit', '-x').positionals).toEqual(['--limit', '-x'])
  })

  it('takes a lone dash as text, also as a value', () => {
    expect(parse('-', '--session', '-')).toEqual({ values: { session: '-' }, positionals: ['-'] })
  })

  it('takes a dash and a blank for the beginning of a text, such as a list', () => {
    expect(parse('- a\n- b', '--session', '- c', '--session=-')).toEqual({
      values: { session: '-' },
      positionals: ['- a\n- b'],
    })
    expect(parse('--session=-', '- d')).toEqual({ values: { session: '-' }, positionals: ['- d'] })
    expect(parse('--session', '- c', '--', '-', '- d')).toEqual({
      values: { session: '- c' },
      positionals: ['-', '- d'],
    })
  })

  it.each([
    [['--limt', '3'], 'there is no flag "--limt"', 'did you mean --limit?'],
    [['-z'], 'there is no flag "-z"', 'text that begins with a dash goes behind --'],
    [['--limit'], '--limit needs a value', 'write --limit X'],
    [['--limit', 'many'], '--limit needs a number, not "many"', 'write --limit 10'],
    [
      ['--session', '--limit'],
      '--session needs a value',
      'for a value that begins with a dash write --session=--limit',
    ],
    [['--as-mine=no'], '--as-mine takes no value', 'write --as-mine alone'],
    [['--mode', 'rff'], '--mode does not know "rff"', 'did you mean rrf?'],
    [['--kinds', 'turn,thougt'], '--kinds does not know "thougt"', 'did you mean thought?'],
    [['--mode', 'zzzzzz'], '--mode does not know "zzzzzz"', 'one of: measured, rrf'],
  ])('says what is wrong with %j', (argv, message, hint) => {
    let caught: unknown
    try {
      parse(...argv)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(UsageError)
    expect(caught).toMatchObject({ message, hint })
  })

  it('reads any line or says what is wrong with it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { maxLength: 6 }), (argv) => {
        try {
          parse(...argv)
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError)
        }
      }),
    )
  })

  it('keeps any text behind -- as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), (texts) => {
        expect(parse('--', ...texts).positionals).toEqual(texts)
      }),
    )
  })
})

describe('wordIndexes', () => {
  it('say where the words stand, and skip the values of flags', () => {
    expect(wordIndexes(['--session', 'search', 'forget', 'x'], fields)).toEqual([2, 3])
  })

  it('are none in a line of flags alone', () => {
    expect(wordIndexes(['--as-mine'], fields)).toEqual([])
  })
})
