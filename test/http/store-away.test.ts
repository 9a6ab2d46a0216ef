import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { createAuthenticate } from '../../src/http/authenticate.js'
import { temporaryFolder } from '../open-spine.js'
import { type Cluster, findServer, startCluster } from '../postgres/cluster.js'
import { describePostgres } from '../postgres/database.js'
import { type ServedHere, serveHere } from './serve-here.js'

describePostgres('a server whose database is away', () => {
  let cluster: Cluster
  let engine: Engine
  let served: ServedHere
  let token: string
  beforeAll(async () => {
    cluster = await startCluster(findServer() as string)
    const store = cluster.url('postgres')
    engine = await openMemory({ home: await temporaryFolder(), store, embedder: 'off' })
    served = await serveHere({ engine, authenticate: createAuthenticate({ engine }) })
    token = (await engine.as({ administrator: true }).keyCreate({ name: 'ann', for: 'ann' })).key
  }, 60_000)
  afterAll(async () => {
    await served?.close()
    await engine?.close()
    await cluster?.stop()
  })

  it('says that it is not ready, and of calls that they may come again; and is ready when it is back', async () => {
    expect((await served.call('/ready', undefined, { token })).status).toBe(200)
    await cluster.server.end('SIGQUIT')
    const asked = [
      served.call('/ready', undefined, { token }),
      served.call('/api/v1/memory/capture', { text: 'while it is away' }, { token }),
      served.call('/api/v1/memory/search', { question: 'is it away?' }, { token }),
    ]
    for (const { status, headers, body } of await Promise.all(asked)) {
      expect(body).toMatchObject({ status: 503, retrySafe: true, hint: expect.any(String) })
      expect([status, headers.get('retry-after')]).toEqual([503, '1'])
      expect(JSON.stringify(body)).not.toContain(cluster.password)
    }
    expect((await served.call('/health', undefined, { token: null })).status).toBe(200)
    await cluster.server.start()
    expect((await served.call('/ready', undefined, { token })).status).toBe(200)
    const kept = await served.call('/api/v1/memory/capture', { text: 'it is back' }, { token })
    expect(kept.status).toBe(200)
    expect(JSON.stringify(served.logged)).not.toContain(cluster.password)
  }, 60_000)
})
