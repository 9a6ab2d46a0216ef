import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/http/guard.js'
import { sendRaw } from './send-raw.js'
import { useServer } from './serve-here.js'

const guard = createGuard({
  host: '127.0.0.1',
  port: 4114,
  allowedHosts: ['memory.example.org', 'tunnel.example.org:8443'],
  allowedOrigins: ['https://tools.example.org'],
})

function asked(headers: readonly string[], target = '/api/v1/memory/search', method = 'GET') {
  return guard({ method, target, rawHeaders: headers })
}

const OWN = ['Host', '127.0.0.1:4114'] as const

describe('what a request says of itself', () => {
  it.each([
    'authorization',
    'Idempotency-Key',
    'if-match',
    'Recollect-Agent',
    'recollect-user',
    'recollect-worker',
    'recollect-workspace',
  ])('names %s once', (name) => {
    expect(asked([...OWN, name, 'wa'])).toBeUndefined()
    expect(asked([...OWN, name, 'wa', name.toLowerCase(), 'wb'])).toMatchObject({ code: 'invalid_input' })
  })

  it('is no body that would be read packed', () => {
    expect(asked([...OWN, 'Content-Encoding', 'gzip'])).toMatchObject({ code: 'unsupported_media_type' })
    expect(asked([...OWN, 'Content-Encoding', 'identity'])).toBeUndefined()
  })
})

describe('whom a request is for', () => {
  it.each([
    '127.0.0.1:4114',
    'localhost:4114',
    'LOCALHOST:4114',
    '[::1]:4114',
    'memory.example.org',
    'memory.example.org:4114',
    'tunnel.example.org:8443',
  ])('may be %s', (host) => {
    expect(asked(['Host', host])).toBeUndefined()
  })

  it.each([
    'evil.test',
    'evil.test:4114',
    'localhost.evil.test:4114',
    '127.0.0.1.evil.test:4114',
    'evil.test#127.0.0.1:4114',
    'localhost:4114@evil.test',
    'evil.test/localhost:4114',
    'localhost',
    'localhost:',
    'localhost:80',
    'localhost:04114',
    'localhost:4114:4114',
    'localhost.:4114',
    '127.0.0.1',
    '127.1:4114',
    '2130706433:4114',
    '0x7f000001:4114',
    '0.0.0.0:4114',
    '[::1]',
    '::1:4114',
    '[0:0:0:0:0:0:0:1]:4114',
    '[::ffff:127.0.0.1]:4114',
    '[::]:4114',
    'memory.example.org:80',
    'sub.memory.example.org',
    'tunnel.example.org',
    'xn--lcalhost-64a:4114',
    'ⓛocalhost:4114',
    ' ',
    '',
  ])('must not be %j', (host) => {
    expect(asked(['Host', host])).toMatchObject({ code: 'denied' })
  })

  it('is said once', () => {
    expect(asked([])).toMatchObject({ code: 'invalid_input' })
    expect(asked([...OWN, 'hOST', 'evil.test'])).toMatchObject({ code: 'invalid_input' })
  })

  it.each([
    'http://127.0.0.1:4114/health',
    'http://evil.test/',
    '*',
    '',
    'evil.test:443',
    '\\health',
    '/\\evil',
  ])('cannot be said by the target %j', (target) => {
    expect(asked([...OWN], target)).toMatchObject({ code: 'invalid_input' })
  })

  it('is nothing but a name, where one is allowed', () => {
    for (const host of ['*', 'https://a.org', 'a.org/x', 'a b', '', 'a.org:x', '*.a.org'])
      expect(() => createGuard({ host: '::', port: 1, allowedHosts: [host], allowedOrigins: [] })).toThrow(
        /name of a host/,
      )
  })
})

describe('whose page asks', () => {
  it.each(['http://127.0.0.1:4114', 'https://tools.example.org'])('may be %s', (origin) => {
    expect(asked([...OWN, 'Origin', origin])).toBeUndefined()
  })

  it.each([
    'null',
    '',
    'http://evil.test',
    'http://localhost:4114',
    'http://127.0.0.1:4115',
    'http://127.0.0.1',
    'http://127.0.0.1:4114.evil.test',
    'http://127.0.0.1:4114/',
    'https://tools.example.org.evil.test',
    'http://tools.example.org',
    'https://TOOLS.example.org',
    'chrome-extension://abcdef',
    'file://',
  ])('must not be %j', (origin) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])
      expect(asked([...OWN, 'Origin', origin], '/', method)).toMatchObject({ code: 'denied' })
  })

  it('is said once', () => {
    const twice = ['Origin', 'http://127.0.0.1:4114', 'Origin', 'http://evil.test']
    expect(asked([...OWN, ...twice])).toMatchObject({ code: 'denied' })
  })

  it('is seen where the browser says no origin, but for who follows a link', () => {
    const from = (site: string, mode: string) => [...OWN, 'Sec-Fetch-Site', site, 'Sec-Fetch-Mode', mode]
    expect(asked(from('cross-site', 'no-cors'))).toMatchObject({ code: 'denied' })
    expect(asked(from('same-site', 'no-cors'))).toMatchObject({ code: 'denied' })
    expect(asked(from('cross-site', 'navigate'), '/', 'POST')).toMatchObject({ code: 'denied' })
    expect(asked(from('cross-site', 'navigate'), '/')).toBeUndefined()
    expect(asked(from('same-origin', 'cors'))).toBeUndefined()
    expect(asked(from('none', 'navigate'), '/')).toBeUndefined()
  })

  it('is an origin as browsers send it, where one is allowed', () => {
    for (const origin of ['*', 'null', 'https://a.org/', 'a.org', 'file://', 'https://a.org:443', ''])
      expect(() => createGuard({ host: '::', port: 1, allowedHosts: [], allowedOrigins: [origin] })).toThrow(
        /origin of a page/,
      )
  })
})

describe('the guard of a running server', () => {
  const served = useServer(() => ({ allowedOrigins: ['https://tools.example.org'] }))
  const head = (host: string | undefined, ...more: string[]) =>
    [
      'GET /health HTTP/1.1',
      ...(host === undefined ? [] : [`Host: ${host}`]),
      'Connection: close',
      ...more,
      '',
      '',
    ].join('\r\n')

  it('lets in by its own name, and says nothing to any other', async () => {
    const { port } = served().server
    expect((await sendRaw(port, head(`127.0.0.1:${port}`))).status).toBe(200)
    for (const host of [
      'evil.test',
      `localhost.evil.test:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      'localhost',
    ]) {
      const { status, text } = await sendRaw(port, head(host))
      expect(status).toBe(403)
      expect(text).toMatch(/content-security-policy: default-src 'self'/i)
      expect(text).not.toMatch(/access-control|evil/i)
    }
  })

  it('refuses a request without a Host, of either version of the protocol, and one with two', async () => {
    const { port } = served().server
    expect((await sendRaw(port, head(undefined))).status).toBe(400)
    expect((await sendRaw(port, 'GET /health HTTP/1.0\r\n\r\n')).status).toBe(400)
    expect((await sendRaw(port, head(`localhost:${port}`, 'Host: evil.test'))).status).toBe(400)
    expect(
      (await sendRaw(port, `GET http://localhost:${port}/health HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`))
        .status,
    ).toBe(400)
  })

  it('lets a page of an allowed origin read, and no other, not even of the machine itself', async () => {
    const from = (origin: string, init = {}) =>
      served().ask('/api/v1/memory/stats', { headers: { origin }, ...init })
    const allowed = await from('https://tools.example.org')
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://tools.example.org')
    for (const origin of ['null', 'http://localhost:3000', 'https://evil.test']) {
      const refused = await from(origin)
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    }
    const preflight = await from('https://tools.example.org', { method: 'OPTIONS', token: null })
    expect([preflight.status, preflight.headers.get('access-control-allow-credentials')]).toEqual([204, null])
    const bare = await served().ask('/api/v1/memory/stats')
    expect(bare.headers.get('access-control-allow-origin')).toBeNull()
  })
})
