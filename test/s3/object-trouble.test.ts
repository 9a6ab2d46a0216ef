import { describe, expect, it } from 'vitest'
import { ann, bob, create, listAll } from '../records/open-records.js'
import { inBucket } from './open-objects.js'
import { opened, openedAt } from './opened.js'
import { SECRET } from './strict-server.js'

/** All that an error could tell anybody. */
function told(error: unknown): string {
  const { message, hint, stack, cause } = error as Error & { hint?: string }
  return [message, hint, stack, cause === undefined ? '' : told(cause)].join('\n')
}

describe('an object store in trouble', () => {
  it('is asked again where it is overloaded, and no more than a few times', async () => {
    const { records, server } = await opened()
    let left = 2
    server.says.fault = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : undefined)
    await create(records)
    left = 2
    server.says.fault = () => (left-- > 0 ? { status: 500, code: 'InternalError' } : undefined)
    expect(await listAll(records)).toHaveLength(1)
    server.says.fault = () => ({ status: 503, code: 'SlowDown' })
    const before = server.asked.length
    await expect(listAll(records)).rejects.toMatchObject({
      code: 'store_busy',
      message: expect.stringContaining('503 SlowDown'),
    })
    expect(server.asked.length - before).toBe(4)
  })

  it('takes nothing for removed where a list is cut, is none, or goes round', async () => {
    const { records, server } = await opened()
    const made = await create(records)
    const list = '<ListBucketResult><IsTruncated>false</IsTruncated>'
    const answers = [
      '',
      list,
      `${list}<Contents><Key>a`,
      '<html>hello</html>',
      '<!DOCTYPE a [<!ENTITY b "c">]><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>',
      '<ListBucketResult></ListBucketResult>',
      '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
      '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>',
      `${list}<EncodingType>url</EncodingType><Contents><Key>%</Key></Contents></ListBucketResult>`,
    ]
    for (const body of answers) {
      server.says.fault = ({ key }) => (key === '' ? { body } : undefined)
      await expect(listAll(records)).rejects.toMatchObject({ code: 'store_failed' })
    }
    // What it lists elsewhere is nobody's, and what it leaves out is looked for.
    server.says.fault = ({ key }) =>
      key === ''
        ? {
            body: `${list}<Contents><Key>elsewhere/a.md</Key><ETag>"a"</ETag><Size>1</Size></Contents></ListBucketResult>`,
          }
        : undefined
    expect((await listAll(records)).map(({ id }) => id)).toEqual([made.id])
  })

  it('is given up where it drips, or is not there', async () => {
    const slow = await opened({ timeoutMs: 50 })
    const made = await create(slow.records)
    slow.server.says.fault = () => 'drip'
    await expect(slow.records.read(ann, made.id)).rejects.toMatchObject({
      code: 'store_busy',
      message: expect.stringContaining('too late'),
    })
    await slow.server.close()
    await expect(slow.records.read(ann, made.id)).rejects.toMatchObject({
      code: 'store_busy',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('tells what is wrong with key, clock, bucket and region, and no secret', async () => {
    const { server } = await opened()
    const { place, environment } = server.bucket
    const hour = 3_600_000
    const cases = [
      [
        { environment: { ...environment, AWS_SECRET_ACCESS_KEY: `${SECRET}x` } },
        'SignatureDoesNotMatch',
        'AWS_SECRET_ACCESS_KEY',
      ],
      [
        { environment: { ...environment, AWS_ACCESS_KEY_ID: 'AKIAWRONG' } },
        'InvalidAccessKeyId',
        'AWS_ACCESS_KEY_ID',
      ],
      [{ place: place.replace('memories', 'elsewhere') }, 'NoSuchBucket', 'make the bucket'],
      [{ place: place.replace('eu-test-1', 'eu-test-2') }, 'AuthorizationHeaderMalformed', 'region'],
      [{ clock: hour }, 'RequestTimeTooSkewed', 'clock'],
      [{ clock: -hour }, 'RequestTimeTooSkewed', 'clock'],
      [{ fault: { status: 403, code: 'AccessDenied' } }, 'marker', 's3:GetObject'],
      [{ fault: { status: 403, code: SECRET } }, '403', 's3:ListBucket'],
      [{ environment: {} }, 'no key', 'AWS_ACCESS_KEY_ID'],
    ] as const
    for (const [wrong, message, hint] of cases) {
      const given = { place, environment, clock: 0, fault: undefined, ...wrong }
      server.says.fault = () => given.fault
      const { records } = await openedAt(await inBucket(given, { clock: given.clock }))
      const error = await create(records).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      })
      expect(told(error)).not.toContain(SECRET)
    }
  })

  it('follows no redirect with its key', async () => {
    const { records, server } = await opened()
    server.says.fault = () => ({ status: 301, code: 'PermanentRedirect' })
    await expect(create(records)).rejects.toMatchObject({
      message: expect.stringContaining('301 PermanentRedirect'),
      hint: expect.stringContaining('AWS_REGION'),
    })
  })

  it('says what to install where the package that signs is missing', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    const { records } = await opened({ signer: () => Promise.reject(missing) })
    await expect(create(records)).rejects.toMatchObject({
      code: 'unsupported',
      hint: expect.stringContaining('npm install aws4fetch'),
    })
  })
})

describe('foreign objects among records', () => {
  it('are left alone, and told where they look like records', async () => {
    const { records, put, text, server, place } = await opened()
    await create(records)
    const huge = 'x'.repeat(200_000)
    const foreign = {
      '': '',
      'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
      'huge.bin': huge,
      'huge.md': huge,
      'binary.md': Buffer.from([0xff, 0xfe, 0x00, 0x80]),
      'con.md': 'no file on Windows',
      'odd\u0001 & <b> + %41.md': '# Odd\n\nbut a name',
      'deeper/other.md': '# Deeper\n\nnot ours',
      '.hidden.md': '# Hidden',
    }
    for (const [file, bytes] of Object.entries(foreign)) put(file, bytes)
    const { problems, total } = await records.list(ann, { limit: 10 })
    expect(problems.map(({ file }) => file)).toEqual(['binary.md', 'con.md', 'huge.md'])
    expect(total).toBe(2)
    expect((await records.read(ann, 'Odd')).record.file).toBe('odd\u0001 & <b> + %41.md')
    for (const [file, bytes] of Object.entries(foreign))
      expect(text(file)).toBe(Buffer.from(bytes as string).toString())
    expect(server.asked.some(({ key }) => key === place.keyOf('huge.bin'))).toBe(false)
  })

  it('of another user are nobody else\u2019s to see', async () => {
    const { records, server, place } = await opened()
    await create(records)
    await create(records, { body: 'his' }, bob)
    const from = server.asked.length
    expect(await listAll(records)).toHaveLength(1)
    const asked = server.asked.slice(from)
    expect(asked.length).toBeGreaterThan(0)
    for (const { key, query } of asked)
      expect(key === '' ? query.get('prefix') : key).toMatch(new RegExp(`^${place.keyOf('')}`))
  })

  it('are taken in by thousands, page by page', async () => {
    const { records, put, server } = await opened()
    for (let n = 0; n < 2_100; n++) put(`note-${n}.md`, `# Note ${n}\n\nabout ${n}`)
    expect((await records.list(ann, { limit: 1 })).total).toBe(2_100)
    const from = server.asked.length
    expect((await records.list(ann, { limit: 1 })).total).toBe(2_100)
    // Nothing changed: three pages, and no object but the marker.
    expect(server.asked.slice(from).filter(({ key }) => key === '')).toHaveLength(3)
    expect(server.asked.slice(from).filter(({ key }) => key.endsWith('.md'))).toEqual([])
  }, 240_000)
})
