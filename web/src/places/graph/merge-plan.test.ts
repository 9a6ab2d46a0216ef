import { describe, expect, it } from 'vitest'
import { mergePlan, splitPlan } from './merge-plan.js'

type Known = Parameters<typeof mergePlan>[0]

const known = (
  names: Known['names'],
  facts: readonly [string, string, Partial<Known['facts'][number]>?][] = [],
) =>
  ({
    entity: { mentions: 3, relations: 2 },
    names,
    facts: facts.map(([attribute, value, rest]) => ({
      attribute,
      value,
      status: 'active',
      isSingle: true,
      ...rest,
    })),
  }) as unknown as Known
const named = (name: string, from: string | null = null) => ({ name, mentions: 1, from })

describe('what merging will do', () => {
  it('says which names come along, and what both have of which one can hold', () => {
    const sam = known(
      [named('Sam Lee')],
      [
        ['location', 'Porto'],
        ['role', 'designer'],
        ['likes', 'tea', { isSingle: false }],
      ],
    )
    const sl = known(
      [named('SL'), named('Sam Lee')],
      [
        ['location', 'Lisbon'],
        ['role', 'designer'],
        ['likes', 'coffee', { isSingle: false }],
        ['employer', 'Acme', { status: 'superseded' }],
      ],
    )
    expect(mergePlan(sam, sl)).toEqual({
      names: ['SL'],
      mentions: 3,
      relations: 2,
      clashes: [{ attribute: 'location', one: 'Porto', other: 'Lisbon' }],
    })
  })
})

describe('what splitting will do', () => {
  const sam = known([named('Sam Lee'), named('SL', 'id-of-sl'), named('S. L.', 'id-of-sl'), named('Sammy')])

  it('sends names of a merge back together, and makes someone of those of its own', () => {
    expect(splitPlan(sam, new Set(['SL', 'S. L.', 'Sammy']))).toEqual({
      back: [['SL', 'S. L.']],
      own: ['Sammy'],
      isPossible: true,
    })
  })

  it('is not possible with no name, nor with all of them', () => {
    expect(splitPlan(sam, new Set()).isPossible).toBe(false)
    expect(splitPlan(sam, new Set(['Sam Lee', 'SL', 'S. L.', 'Sammy'])).isPossible).toBe(false)
  })
})
