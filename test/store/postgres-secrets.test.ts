import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { column, run } from '../../src/store/statement.js'
import { type Cluster, findServer, startCluster } from '../postgres/cluster.js'
import { describePostgres, newRoles } from '../postgres/database.js'
import { serverUser } from '../postgres/server-user.js'

const everything = (value: unknown) => inspect(value, { depth: 9, showHidden: true })

describePostgres('PostgreSQL: what stays secret', () => {
  it.each(['p@ss:w/o%r?d#', '密码 \'"\\ 😀', 'a&b=c+d%40'])(
    'logs in with %s, and shows it nowhere',
    async (password) => {
      const roles = await newRoles()
      const url = new URL(roles.url)
      const administrator = postgres(roles.administrator, { max: 1 })
      await administrator.unsafe(`alter role ${url.username} password '${password.replaceAll("'", "''")}'`)
      const title = process.title
      for (const form of ['in front', 'behind']) {
        const written = encodeURIComponent(password)
        url.password = ''
        const address =
          form === 'in front'
            ? url.href.replace('@', `:${written}@`)
            : `${url.href}?password=${written}&application_name=x`
        const store = await openPostgres({ url: address, env: systemEnv() })
        const failures = await Promise.all([
          store.query(column(sql`select nothing from nowhere`)).catch((error) => error),
          store
            .tx(function* () {
              yield* run(
                sql`insert into bank (bank, kind, owner, created_at) values (${'bound-value'}, 'x', 'y', null)`,
              )
            })
            .catch((error) => error),
        ])
        const told = everything([await store.inspect(), failures])
        expect(told).not.toContain(password)
        expect(told).not.toContain(written)
        expect(told).not.toContain('bound-value')
        expect(
          await administrator`select query from pg_stat_activity where query like ${`%${written}%`}`,
        ).toHaveLength(0)
        await store.close()
        const wrong = await openPostgres({ url: `${address}x`, env: systemEnv() }).catch((error) => error)
        expect(everything(wrong)).not.toContain(written)
      }
      await administrator.end()
      expect(process.title).toBe(title)
    },
  )
})

describePostgres('PostgreSQL: TLS', () => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    cluster = await startCluster(findServer() as string)
    folder = mkdtempSync(join(tmpdir(), 'recollect-tls-'))
    const user = serverUser()
    certify(folder, 'server', 'db.example.org')
    certify(folder, 'other', 'other.example.org')
    chmodSync(folder, 0o755)
    chmodSync(join(folder, 'server.key'), 0o600)
    user.own(join(folder, 'server.key'))
    const administrator = postgres(cluster.url('postgres'), { max: 1 })
    await administrator.unsafe(`alter system set ssl_cert_file = '${join(folder, 'server.pem')}'`)
    await administrator.unsafe(`alter system set ssl_key_file = '${join(folder, 'server.key')}'`)
    await administrator.unsafe('alter system set ssl = on')
    await administrator.unsafe('select pg_reload_conf()')
    await administrator.end()
  }, 60_000)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const isEnciphered = column(sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)
  async function ask(settings: string, host?: string): Promise<unknown> {
    const url = new URL(cluster.url('postgres'))
    if (host !== undefined) url.hostname = host
    const store = await openPostgres({ url: `${url.href}?${settings}`, env: systemEnv() })
    try {
      return await store.query(isEnciphered)
    } finally {
      await store.close()
    }
  }
  const root = () => `sslrootcert=${encodeURIComponent(join(folder, 'server.pem'))}`

  it('enciphers as the address says', async () => {
    expect(await ask('sslmode=disable')).toEqual([0])
    expect(await ask('')).toEqual([0])
    expect(await ask('sslmode=prefer')).toEqual([1])
    expect(await ask('sslmode=require')).toEqual([1])
    expect(await ask(`sslmode=verify-ca&${root()}`)).toEqual([1])
    expect(await ask(`sslmode=verify-full&${root()}`)).toEqual([1])
  })

  it('refuses a certificate of somebody else, and one for another host', async () => {
    const other = `sslrootcert=${encodeURIComponent(join(folder, 'other.pem'))}`
    const refusal = { code: 'store_failed', message: /not trusted/, hint: /sslrootcert/ }
    await expect(ask(`sslmode=verify-ca&${other}`)).rejects.toMatchObject(refusal)
    await expect(ask('sslmode=verify-full')).rejects.toMatchObject(refusal)
    await expect(ask(`sslmode=verify-full&${root()}`, 'localhost')).rejects.toMatchObject(refusal)
    expect(await ask(`sslmode=verify-ca&${root()}`, 'localhost')).toEqual([1])
  })

  it('says which file is missing', async () => {
    await expect(ask('sslmode=verify-full&sslrootcert=/nowhere.pem')).rejects.toMatchObject({
      code: 'invalid_input',
      message: /sslrootcert/,
    })
  })

  it('refuses to go on in the clear where it was told not to', async () => {
    const roles = await newRoles()
    const refused = openPostgres({ url: `${roles.url}?sslmode=require`, env: systemEnv() })
    await expect(refused).rejects.toMatchObject({ code: 'store_failed', message: /TLS/, hint: /ssl on/ })
  })
})

/** A key and a certificate that signs itself. */
function certify(folder: string, name: string, host: string): void {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`],
      ...['-addext', `subjectAltName=DNS:${host},IP:127.0.0.1`],
      ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)],
    ],
    { stdio: 'ignore' },
  )
}
