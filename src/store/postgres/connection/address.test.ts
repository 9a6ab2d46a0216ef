import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readAddress } from './address.js'

describe('the address of a server', () => {
  const hosts = (url: string) => readAddress(url, {}).hosts

  it.each([
    ['postgres://ann:p%40ss%3Aw%2F%25%3F%23@db/mem', 'ann', 'p@ss:w/%?#', 'mem'],
    ['postgres://ann:p@ss@db/mem', 'ann', 'p@ss', 'mem'],
    ['postgres://ann:a:b@db/mem', 'ann', 'a:b', 'mem'],
    ['postgresql://%E5%AE%89:%E5%AF%86%E7%A0%81@db/%E8%AE%B0', '安', '密码', '记'],
    ['postgres://ann:密码@db/mem', 'ann', '密码', 'mem'],
    ['postgres://ann@db?password=s%26x', 'ann', 's&x', 'ann'],
    ['postgres://db/mem?user=ann&password=', 'ann', '', 'mem'],
  ])('reads %s', (url, user, password, database) => {
    const address = readAddress(url, {})
    expect(address).toMatchObject({ user, password, database })
    expect(address.location).toBe(`postgres://${encodeURIComponent(user)}@db/${encodeURIComponent(database)}`)
  })

  it('takes the password of the environment where the address has none', () => {
    expect(readAddress('postgres://ann@db/mem', { PGPASSWORD: 'x' }).password).toBe('x')
    expect(readAddress('postgres://ann:@db/mem', { PGPASSWORD: 'x' }).password).toBe('')
  })

  it('reads several hosts, IPv6 and sockets', () => {
    expect(hosts('postgres://u@a,b:6000,[::1]:7000/d')).toEqual([
      { name: 'a', port: 5432 },
      { name: 'b', port: 6000 },
      { name: '::1', port: 7000 },
    ])
    expect(hosts('postgres://u@/d')).toEqual([{ name: 'localhost', port: 5432 }])
    expect(hosts('postgres://u@/d?host=/var/run/postgresql&port=6000')).toEqual([
      { socket: '/var/run/postgresql/.s.PGSQL.6000' },
    ])
    expect(hosts('postgres://u@%2Ftmp/d')).toEqual([{ socket: '/tmp/.s.PGSQL.5432' }])
    expect(hosts('postgres://u@/d?host=::1,fe80::2&port=1,2')).toEqual([
      { name: '::1', port: 1 },
      { name: 'fe80::2', port: 2 },
    ])
    expect(readAddress('postgres://u@a,[::1]:7000/d', {}).location).toBe('postgres://u@a,[::1]:7000/d')
  })

  it('enciphers by itself unless nobody can listen in, and more strictly when told to', () => {
    const modeOf = (url: string) => readAddress(url, {}).tls.mode
    expect(modeOf('postgres://u@db.example.org/d')).toBe('prefer')
    expect(modeOf('postgres://u@127.0.0.1/d')).toBe('disable')
    expect(modeOf('postgres://u@localhost,db/d')).toBe('prefer')
    expect(modeOf('postgres://u@127.0.0.1/d?sslmode=require')).toBe('require')
    expect(modeOf('postgres://u@db/d?sslmode=require&sslrootcert=/r.pem')).toBe('verify-ca')
    expect(modeOf('postgres://u@db/d?sslrootcert=system')).toBe('verify-full')
  })

  it.each([
    'postgres://ann:hunter2/x@db/mem',
    'postgres://ann:hunter2?x@db/mem',
    'postgres://ann:hunter2#x@db/mem',
    'postgres://ann:hunter2%@db/mem',
    'postgres://ann:hunter2%00@db/mem',
    'postgres://ann:hunter2@db:port/mem',
    'postgres://ann:hunter2@db:99999/mem',
    'postgres://ann:hunter2@[::1/mem',
    'postgres://ann@db/mem?pasword=hunter2',
    'postgres://ann@db/mem?password=hunter2&sslmode=always',
    'postgres://ann:hunter2@a,b/mem?port=1,2,3',
    'mysql://ann:hunter2@db/mem',
    'hunter2',
  ])('refuses %s without quoting it', (url) => {
    let told: unknown
    try {
      readAddress(url, {})
    } catch (error) {
      told = error
    }
    expect(told).toMatchObject({ name: 'MemoryError', code: 'invalid_input', hint: /\w/ })
    expect(inspect(told, { depth: 9, showHidden: true })).not.toContain('hunter2')
  })
})
