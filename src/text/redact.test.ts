import { describe, expect, it } from 'vitest'
import { redact } from './redact.js'

// In parts, so that no scanner of secrets takes this file for a leak.
const joined = (...parts: string[]) => parts.join('')
const KEY_BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
const pem = (end = true) =>
  joined(
    '-----BEGIN ',
    'PRIVATE KEY-----\n',
    KEY_BODY,
    '\n',
    KEY_BODY,
    end ? joined('\n-----END ', 'PRIVATE KEY-----') : '\nMIIE',
  )

const SECRETS: readonly [secret: string, masked: string][] = [
  [joined('sk', '-ant-api03-', 'Zk3vQ9xT7bLm2RwY8pHs5NdF'), 'sk-ant-…'],
  [joined('sk', '-proj-', 'a1B2c3D4e5F6g7H8_i9J0k1L2-m3N4'), 'sk-proj-…'],
  [joined('sk', '-abcdefghijklmnop1234'), 'sk-…'],
  [joined('gh', 'p_', 'abcdefghijklmnopqrstuvwxyz0123456789'), 'ghp_…'],
  [
    joined('rk', '_0123456789abcdef_', 'q30Gyyb09PjTklPgynEMb9dVPzXSHEVaQuKqGsvYpKQ'),
    'rk_0123456789abcdef_…',
  ],
  [joined('github', '_pat_', '11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ'), 'github_pat_…'],
  [joined('gl', 'pat-', 'x7Yz9Ab3Cd5Ef1Gh2JkL'), 'glpat-…'],
  [joined('xo', 'xb-', '123456789012-1234567890123-AbCdEfGhIjKlMnOp'), 'xoxb-…'],
  [joined('AK', 'IA', 'QWERTYUIOPASDFG7'), 'AKIA…'],
  [joined('AI', 'za', 'SyD4x8Kq2Lm9Np3Rt6Vw1Yz5Bc7Df0Gh2Jk'), 'AIza…'],
  [joined('sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc'), 'sk_live_…'],
  [
    joined('SG', '.', 'ngeVfQFYQlKU0ufo8x5d1A', '.', 'TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr'),
    'SG.ngeVfQFYQlKU0ufo8x5d1A.…',
  ],
  [joined('hf', '_', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567'), 'hf_…'],
  [joined('12345678', '90:AA', 'HdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1'), '1234567890:…'],
  [joined('ey', 'J', 'hbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiI5OTEifQ', '.', 'q5kT8mZ-3nV2xY7wL0pR'), 'eyJ…'],
  [joined('postgres://admin:', 'S3cr3t', '@db.acme.dev/main'), 'postgres://admin:…@db.acme.dev/main'],
  [joined('mongodb+srv://app:', 'kP9%2Bz', '@cluster0.abc.net'), 'mongodb+srv://app:…@cluster0.abc.net'],
  [joined('Authorization: Bearer ', 'f8a7b6c5d4e3'), 'Authorization: Bearer …'],
  [joined('-H "Authorization: Basic ', 'YW5uOlMzY3IzdA==', '"'), '-H "Authorization: Basic …"'],
  [joined('{"password": "', 'hunter2!', '"}'), '{"password": "…"}'],
  [joined('{\\"api_key\\":\\"', '9f8e7d6c5b4a39281706', '\\"}'), '{\\"api_key\\":\\"…\\"}'],
  [
    joined('export AWS_SECRET_ACCESS_KEY=', 'k2Jd8fL0qPzXcVbN4mAsDfGh6jKl1ZxCvBnM3qWe'),
    'export AWS_SECRET_ACCESS_KEY=…',
  ],
  [joined('DB_PASSWORD=', 'tr0ub4dor&3'), 'DB_PASSWORD=…'],
  [joined('?access_token=', 'a8f5f167f44f4964e6c998de', '&x=1'), '?access_token=…&x=1'],
  [
    joined('https://hooks.slack.com/services/', 'T00A1B2C3/B00D4E5F6/', 'aZbYcXdWeVfUgThSiRjQkPlO'),
    'https://hooks.slack.com/services/…',
  ],
  [joined('ANTHROPIC_KEY=sk', '-ant-api03-', 'Zk3vQ9xT7bLm2RwY8pHs5NdF'), 'ANTHROPIC_KEY=sk-ant-…'],
  [joined('/tmp/gh', 'p_', 'abcdefghijklmnopqrstuvwxyz0123456789'), '/tmp/ghp_…'],
  [joined('id=AK', 'IA', 'QWERTYUIOPASDFG7'), 'id=AKIA…'],
  [joined('xa', 'pp-1-A012BCD3EFG-1234567890123-', '3f9a8c7b6d5e4f3a2b1c'), 'xapp-…'],
  [joined('gl', 'rt-', 'x7Yz9Ab3Cd5Ef1Gh2JkL'), 'glrt-…'],
  [joined('dckr', '_pat_', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8'), 'dckr_pat_…'],
  [joined('sntr', 'ys_', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8'), 'sntrys_…'],
  [joined('sb', 'p_', '3f9a8c7b6d5e4f3a2b1c0d9e8f7a6b5cabcdef01'), 'sbp_…'],
  [joined('hv', 'b.', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8'), 'hvb.…'],
  [joined('M', 'TIzNDU2Nzg5MDEyMzQ1Njc4', '.GabcDe.', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYabcdef'), 'M…'],
  [joined('postgres://ann:', 'p@ss:w/rd9!', '@db.acme.dev/x'), 'postgres://ann:…@db.acme.dev/x'],
  [joined('https://', '3f9a8c7b6d5e4f3a2b1c0d9e', '@dev.acme.dev/x'), 'https://…@dev.acme.dev/x'],
  [joined('_authToken=', '11111111-2222-4333-8444-555555555556'), '_authToken=…'],
  [joined('--password ', 'S3cr3tPw9x'), '--password …'],
  [joined('--token ', 'aB3dE5fG7hJ9kL1m'), '--token …'],
  [joined('--api-key ', '8f3k29dk3a'), '--api-key …'],
  [joined('curl -u ann:', 'S3cr3tPw9x', ' https://a.dev'), 'curl -u ann:… https://a.dev'],
  [joined('SMTP_PASS=', 'S3cr3tPw9x'), 'SMTP_PASS=…'],
  [joined('os.environ["DB_PASSWORD"] = "', 'S3cr3tPw9x', '"'), 'os.environ["DB_PASSWORD"] = "…"'],
  [joined('<password>', 'S3cr3tPw9!', '</password>'), '<password>…</password>'],
  [joined('"Set-Cookie: sid=', '3f9a8c7b6d5e4f3a2b1c', '; HttpOnly"'), '"Set-Cookie: …"'],
  [joined('RAILS_MASTER_KEY=', '3f9a8c7b6d5e4f3a2b1c0d9e'), 'RAILS_MASTER_KEY=…'],
  [pem(), joined('-----BEGIN ', 'PRIVATE KEY-----…')],
  [joined('"', pem().replaceAll('\n', '\\n'), '"'), joined('"-----BEGIN ', 'PRIVATE KEY-----…"')],
]

const LOOK_ALIKES: readonly string[] = [
  'commit 4f2a9c81be0d7735a61ee0c2b9d8f64c1a2b3c4d',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '"token": "3f2504e0-4f89-41d3-9a0c-0305e82c3301"',
  'a risk-based approach, task-oriented, with disk-encrypted volumes of 2024',
  'pip install sk-learn-contrib-2024 sk-video-processing-tools',
  'npm_package_dependencies_ReactNative2 npm_config_registry and npm_lifecycle_event, hf_hub_download_with_progress',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'sk-your-api-key-here, sk-xxxxxxxxxxxxxxxxxxxx1, sk-..., ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  joined('AK', 'IAIOSFODNN7', 'EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
  'postgres://user:password@localhost:5432/db and redis://localhost:6379/0',
  joined('https://user:$PASSWORD@host/ http://$', '{USER}:$', '{PASS}@host'),
  'Authorization: Bearer $TOKEN, Authorization: Bearer <token>, authorization: Bearer YOUR_TOKEN',
  'the bearer of this letter-from-the-authorities',
  'const token = parser.nextToken2Value16(); password: z.string().min(8), secret: process.env.APP_SECRET_2',
  'max_tokens: 4096, tokens=12000, total_tokens: 18446744073709551615',
  'PWD=/home/ann2/projects/recollect1',
  'token: internationalization2024, secret: "a-secret-of-the-garden-12"',
  joined('-----BEGIN ', 'PRIVATE KEY-----\n...\n-----END ', 'PRIVATE KEY-----'),
  joined('-----BEGIN ', 'CERTIFICATE-----\n', KEY_BODY, '\n-----END ', 'CERTIFICATE-----'),
  joined('ssh-ed25519 ', 'AAAAC3NzaC1lZDI1NTE5AAAAIJ0Yw3h5Qm6vX1k2l3m4n5o6p7q8r9s0t1u2v3w4x5y6 ann@host'),
  'src/components/api-key/token-list.test.tsx:42:13',
  'The password: please ask Ann. Password: required',
  'hashed_password = argon2.hash_password(given2) and password = base64.b16encode(random_bytes[8:])',
  'private_key = ed25519.Ed25519PrivateKey.from_private_bytes(secret), private_key: ed25519.Ed25519PrivateKey',
  '<assembly publicKeyToken="1fc8b3b9a1e18e3b"> createO200KSpecialTokenMap = createO200KSpecialTokenMap;',
  'password = "pbkdf2_sha256$260000$" and docker run -u 1000:1000 --token-file ./token2 --password-stdin',
  'http://localhost:4873/@scope/package2 postgres://postgres:postgres@localhost/db --token my-token-v2',
  'urn:isbn:9783161484100 10:45:30 2026-01-01T10:00:00.000Z',
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
]

describe('redact', () => {
  it.each(SECRETS)('masks a secret and says what it was (%#)', (secret, masked) => {
    expect(redact(`before ${secret} after`)).toEqual({ text: `before ${masked} after`, masked: 1 })
    expect(redact(masked)).toEqual({ text: masked, masked: 0 })
  })

  it.each(LOOK_ALIKES)('leaves alone: %s', (text) => expect(redact(text)).toEqual({ text, masked: 0 }))

  it('masks a private key whose end was cut off, and leaves what stands behind it', () => {
    const { text, masked } = redact(`${pem(false)} rest of it`)
    expect(masked).toBe(1)
    expect(text).toMatch(/^-----BEGIN PRIVATE KEY-----…MIIE rest of it$/)
  })

  it('knows a secret behind an escaped line break, a tab and a colour of a terminal too', () => {
    for (const [secret, masked] of SECRETS)
      for (const before of ['\\n', '\\t', '\u001b[01;31m\u001b[K', '\\u001b[32m'])
        expect(redact(before + secret)).toEqual({ text: before + masked, masked: 1 })
  })

  it.each([
    ['a <private>b</private> c', 'a  c', 1],
    ['a <PRIVATE >b</Private> c <private why="it is mine">d</private>', 'a  c ', 2],
    ['a <private>b<private>c</private>d</private> e', 'a  e', 1],
    ['what does <private> do? <private>b</private> c', 'what does <private> do?  c', 1],
    ['a </private> b <private/> c <private /> d', 'a </private> b <private/> c <private /> d', 0],
    ['say `<private>…</private>` or `<private>` first', 'say `<private>…</private>` or `<private>` first', 0],
    [
      '<Private>False</Private>\n<private> TRUE </private>',
      '<Private>False</Private>\n<private> TRUE </private>',
      0,
    ],
    ['<private>all</private>', '', 1],
  ])('drops private spans: %s', (text, rest, masked) => {
    expect(redact(text)).toEqual({ text: rest, masked })
    expect(redact(text, { isPersons: true })).toEqual({ text: rest, masked })
  })

  it('drops all behind a tag that is never closed, where a person began a line with it', () => {
    for (const text of [
      'a\n  <private>b and all\nbehind it',
      '<private>b',
      'a <private>b</private>\n<private>c',
    ])
      expect(redact(text, { isPersons: true }).text).not.toMatch(/[bc]/)
    const spoken = 'I wonder what <private> does. More.'
    expect(redact(spoken, { isPersons: true }).text).toBe(spoken)
    expect(redact('a\n<private>b').text).toBe('a\n<private>b')
  })

  it.each([
    'sk-',
    'sk-a1',
    'eyJa.',
    'eyJaaaaaaaaaaaa',
    'password=',
    'token=',
    'secret_key_',
    '://a:',
    'a://',
    'bearer ',
    'authorization: bearer ',
    joined('-----BEGIN ', 'PRIVATE KEY-----'),
    joined('-----BEGIN ', 'PRIVATE KEY-----', 'A'.repeat(30), '\n'),
    '-----END',
    '<private>',
    '</private>',
    '<private ',
    '<private>`',
    'https://a',
    'postgres://a:@',
    'cookie: a=',
    '--password a',
    '-u a:',
    '_pass=',
    '<password>',
    'M',
    '\\n',
    'A',
    '1',
    'ghp_',
    'SG.aaaaaaaaaaaaaaaaaaaaaa.',
    ' ',
    '"',
  ])('reads 50 KB of %j in linear work', (piece) => {
    const pump = piece.repeat(50_000 / piece.length)
    // Linear work costs 20 times the twentieth, quadratic work 400 times; between them is room for a busy machine.
    const baselineMs = Math.max(leastCpuMs(pump.substring(0, 2_500)), 0.25)
    expect(leastCpuMs(pump)).toBeLessThan(120 * baselineMs)
  })
})

/** Processor time of the cheapest of three runs: neighbours on the machine do not count. */
function leastCpuMs(text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage()
    redact(text)
    least = Math.min(least, process.cpuUsage(before).user / 1000)
  }
  return least
}
