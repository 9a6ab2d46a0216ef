import { describe, expect, it } from 'vitest'
import { holdsSecret } from './holds-secret.js'

describe('a secret', () => {
  it.each([
    'My password is hunter2',
    'the API key: abc',
    'PIN is 4711',
    'use sk-abcdefghijklmnop1234',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    '-----BEGIN RSA PRIVATE KEY-----',
    'card 4111 1111 1111 1111',
    '我的密码是 hunter2',
  ])('is seen in: %s', (text) => expect(holdsSecret(text)).toBe(true))

  it.each([
    'I prefer a password manager over notes',
    'I keep my keys in the hall',
    'order 1234 5678 9012 3456',
    'The project is called Secret Garden',
    '我喜欢写密码学的小说',
  ])('is not seen in: %s', (text) => expect(holdsSecret(text)).toBe(false))

  it('is looked for in one pass', () => {
    for (const piece of ['1 ', 'sk-', 'eyJa.', 'password ', '-----BEGIN '])
      expect(holdsSecret(piece.repeat(20_000))).toBeTypeOf('boolean')
  })
})
