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

  it.each([
    ['a <private>b</private> c', 'a  c', 1],
    ['a <PRIVATE >b</Private> c <private why="it is mine">d</private>', 'a  c ', 2],
    ['a <private>b and all behind it', 'a ', 1],
    ['a <private>b<private>c</private>d</private> e', 'a  e', 1],
    ['a </private> b', 'a </private> b', 0],
    ['<private>all</private>', '', 1],
  ])('drops private spans: %s', (text, rest, masked) => expect(redact(text)).toEqual({ text: rest, masked }))

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
