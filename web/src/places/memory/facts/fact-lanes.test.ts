import { describe, expect, it } from 'vitest'
import type { Item } from '../../../api/operation-types.js'
import { factLanes, heldSpan, isFact, keyInWords } from './fact-lanes.js'

describe('the lanes of facts', () => {
  const now = { status: 'active', key: 'user.location', validFrom: '2026-03-01T00:00:00Z', validUntil: null }
  const before = {
    ...now,
    status: 'superseded',
    validFrom: '2024-01-01T00:00:00Z',
    validUntil: '2026-03-01T00:00:00Z',
  }
  const wrong = { ...now, status: 'retracted', validFrom: '2026-04-01T00:00:00Z' }
  const plain = { ...now, key: null }

  it('hold what ever held a key, oldest first, led by what holds; a fact without a key is alone', () => {
    const lanes = factLanes([
      item('d', wrong),
      item('c', now),
      item('b', plain),
      item('n', null),
      item('a', before),
    ])
    expect(
      lanes.map(({ id, key, facts, leading }) => [id, key, facts.map((one) => one.id), leading.id]),
    ).toEqual([
      ['user.location', 'user.location', ['a', 'c', 'd'], 'c'],
      ['b', null, ['b'], 'b'],
    ])
  })

  it('do not move when older facts come', () => {
    const first = [item('c', now), item('b', plain)]
    const ids = factLanes(first).map(({ id }) => id)
    expect(factLanes([...first, item('a', before), item('x', plain)]).map(({ id }) => id)).toEqual([
      ...ids,
      'x',
    ])
  })

  it('show no length for what was never true', () => {
    const spans = [item('a', before), item('c', now), item('d', wrong)].filter(isFact).map(heldSpan)
    expect(spans).toEqual([
      { from: before.validFrom, until: before.validUntil },
      { from: now.validFrom, until: null },
      { from: wrong.validFrom, until: wrong.validFrom },
    ])
  })
})

it('says a key in words', () => {
  expect(keyInWords('user.favourite_editor')).toEqual({ subject: null, attribute: 'favourite editor' })
  expect(keyInWords('person.sarah chen.role')).toEqual({ subject: 'sarah chen', attribute: 'role' })
  expect(keyInWords('project.v2.0.status')).toEqual({ subject: 'v2.0', attribute: 'status' })
})

function item(id: string, fact: object | null): Item {
  return { id, kind: fact === null ? 'thought' : 'fact', text: id, fact } as unknown as Item
}
