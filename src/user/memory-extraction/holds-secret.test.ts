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
    'Always use the token 8f3b2c1d9e7a6b5c4d3e2f1a0b9c8d7e',
    'Our database is at postgres://admin:S3cr3t@db.acme.dev/main',
    'My bank login is ann/Secret99',
    'My passport number is X12345678',
    'Always sign with key ABCD1234EF567890',
    'My SSN is 078-05-1120',
    'My IBAN is DE89 3704 0044 0532 0130 00',
    'The door code is 4711#',
    'The wifi password hunter22 is on the fridge',
    '记住我的身份证号是110101199003078888',
    '记住 wifi 密码 abc12345',
    '我的银行卡号 6222020200112233445',
    '我的账号：ann_2020',
  ])('is seen in: %s', (text) => expect(holdsSecret(text)).toBe(true))

  it.each([
    'I prefer a password manager over notes',
    'I keep my keys in the hall',
    'order 1234 5678 9012 3456',
    'The project is called Secret Garden',
    '我喜欢写密码学的小说',
    'I work on token-based login with OAuth2',
    'My passport is Norwegian, and I renewed it in 2019',
    'We deploy to https://api.internal.acme.dev:8443/v2',
    'I maintain ReportBuilder2024 and the internationalization library',
    'I was born on 1990-03-07 and live at 12 Harbour Street',
    'My account manager is Sarah',
    'Our login page is at port 8080',
    '我的账号被盗过，所以我用密码管理器',
    '我住在2020年建的房子里',
  ])('is not seen in: %s', (text) => expect(holdsSecret(text)).toBe(false))

  it('is looked for in one pass', () => {
    for (const piece of [
      '1 ',
      'sk-',
      'eyJa.',
      'password ',
      '-----BEGIN ',
      'token ',
      'A1',
      '://a:',
      'AB12 ',
      '密码',
    ])
      expect(holdsSecret(piece.repeat(20_000))).toBeTypeOf('boolean')
  })
})
