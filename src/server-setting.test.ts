import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readServerSetting, type ServerSetting } from './server-setting.js'

describe('how servers are used', () => {
  const read = (
    given: ServerSetting,
    environment: Readonly<Record<string, string>> = {},
    kept: Readonly<Record<string, unknown>> = {},
  ) =>
    readServerSetting({
      given,
      environment,
      file: { get: (name) => kept[name], place: (field) => `${field} in config.json` },
    })
  const environment = {
    RECOLLECT_POSTGRES_REPLICAS: ' postgres://a,b/db\n postgres://c/db ',
    RECOLLECT_POSTGRES_POOL_SIZE: '7',
    RECOLLECT_POSTGRES_STATEMENT_TIMEOUT_MS: '900',
  }
  const kept = { replicas: ['postgres://d/db'], poolSize: 3 }

  it('takes what the program says, else the environment, else the file, each by itself', () => {
    expect(read({})).toEqual({})
    expect(read({}, {}, kept)).toEqual(kept)
    expect(read({}, { ...environment, RECOLLECT_POSTGRES_POOL_SIZE: '' }, kept)).toEqual({
      replicas: ['postgres://a,b/db', 'postgres://c/db'],
      poolSize: 3,
      statementTimeoutMs: 900,
    })
    expect(read({ replicas: [], poolSize: 2 }, environment)).toEqual({
      replicas: [],
      poolSize: 2,
      statementTimeoutMs: 900,
    })
  })

  it.each([
    [{ RECOLLECT_POSTGRES_REPLICAS: 'postgres://ann:hunter2@a:b:c/db' }, {}],
    [{ RECOLLECT_POSTGRES_POOL_SIZE: 'hunter2' }, {}],
    [{ RECOLLECT_POSTGRES_POOL_SIZE: '0' }, {}],
    [{}, { replicas: 'postgres://ann:hunter2@a/db' }],
    [{}, { statementTimeoutMs: -1 }],
  ])('refuses %j and %j, and quotes nothing', (said, file) => {
    let told: unknown
    try {
      read({}, said, file)
    } catch (error) {
      told = error
    }
    expect(told).toMatchObject({ code: 'invalid_input', hint: /\w/ })
    expect(inspect(told, { depth: 9, showHidden: true })).not.toContain('hunter2')
  })
})
