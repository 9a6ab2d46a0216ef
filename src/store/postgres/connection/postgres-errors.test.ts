import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../../errors.js'
import { retryReason, translate } from './postgres-errors.js'

describe('PostgreSQL errors', () => {
  it.each([
    ['53100', 'store_full'],
    ['40001', 'store_busy'],
    ['57P03', 'store_busy'],
    ['53300', 'store_busy'],
    ['XX001', 'store_corrupt'],
    ['22021', 'invalid_input'],
    ['23505', 'conflict'],
    ['54000', 'too_large'],
    ['28P01', 'store_failed'],
    ['ECONNREFUSED', 'store_failed'],
    ['CONNECT_TIMEOUT', 'store_failed'],
    ['42P01', 'store_failed'],
  ])('makes %s a %s with a hint', (code, expected) => {
    const error = translate(serverError(code), 'somewhere')
    expect(error).toMatchObject({ code: expected, hint: expect.stringMatching(/\w/) })
  })

  it('keeps nothing that quotes a value', () => {
    const error = translate(
      serverError('23505', { detail: 'Key (name)=(secret) already exists.' }),
      'somewhere',
    )
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('secret')
  })

  it('passes on what is not of the server', () => {
    const mistake = new RangeError('too far')
    const ours = new MemoryError('not_found', 'no such item')
    expect(translate(mistake, 'somewhere')).toBe(mistake)
    expect(translate(ours, 'somewhere')).toBe(ours)
  })

  it('runs again after races, lost connections and while the server is away, and after nothing else', () => {
    const reasonsOf = (codes: string) => codes.split(' ').map((code) => retryReason(serverError(code)))
    expect(new Set(reasonsOf('40001 40P01 55P03'))).toEqual(new Set(['serialization']))
    expect(new Set(reasonsOf('CONNECTION_CLOSED CONNECTION_DESTROYED ECONNRESET EPIPE 57P01 57P02'))).toEqual(
      new Set(['lost']),
    )
    expect(new Set(reasonsOf('ECONNREFUSED CONNECT_TIMEOUT CONNECT_NO_PRIMARY 57P03 53300'))).toEqual(
      new Set(['away']),
    )
    for (const code of '53100 23502 23505 22021 28P01 57014 42P01 XX001'.split(' ')) {
      expect(retryReason(serverError(code)), code).toBeUndefined()
    }
    expect(retryReason(new TypeError('a mistake'))).toBeUndefined()
  })

  it('takes a duplicate for a race in the index of active keys alone', () => {
    const duplicate = (constraint_name: string) => retryReason(serverError('23505', { constraint_name }))
    expect(duplicate('fact_holder')).toBe('duplicate')
    expect(duplicate('item_pkey')).toBeUndefined()
  })
})

function serverError(code: string, more: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error('what the server says'), { code, ...more })
}
