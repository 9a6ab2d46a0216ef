import type { AddressInfo } from 'node:net'
import S3rver, { type Context, type Middleware } from '@20minutes/s3rver'
import { temporaryFolder } from '../open-spine.js'

export interface TestBucket {
  /** As a setting says it. */
  readonly place: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * A bucket of a server from npm, which checks signatures and speaks XML, on loopback. It has no versions, and keeps no
 * conditions of writes: with `keepsConditions` those are put in front of it, one request of an object after another.
 */
export async function startNpmServer({ keepsConditions }: { readonly keepsConditions: boolean }) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await temporaryFolder(),
    configureBuckets: [{ name: 'memories' }],
  })
  if (keepsConditions) server.middleware.unshift(withConditions(server))
  const { port } = (await server.run()) as AddressInfo
  const bucket: TestBucket = {
    place: `s3://memories/team?endpoint=http://127.0.0.1:${port}`,
    environment: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
  }
  return { bucket, close: () => server.close() }
}

function withConditions(server: S3rver): Middleware {
  const turns = new Map<string, Promise<unknown>>()
  return async (context, next) => {
    const turn = (turns.get(context.path) ?? Promise.resolve()).then(async () => {
      const refusal = await refusalOf(server, context)
      if (refusal === undefined) {
        await next()
        return
      }
      context.status = refusal
      context.type = 'application/xml'
      context.body = `<Error><Code>${refusal === 404 ? 'NoSuchKey' : 'PreconditionFailed'}</Code></Error>`
    })
    turns.set(
      context.path,
      turn.catch(() => undefined),
    )
    await turn
  }
}

async function refusalOf(server: S3rver, { method, path, headers }: Context) {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (!['PUT', 'DELETE'].includes(method) || (match === undefined && noneMatch === undefined))
    return undefined
  const [, bucket = '', ...key] = path.split('/')
  const name = decodeURIComponent(key.join('/'))
  const present = await server.store.existsObject(bucket, name)
  if (!present) return match === undefined ? undefined : 404
  const { etag } = await server.store.getMetadata(bucket, name)
  return noneMatch === '*' || match !== etag ? 412 : undefined
}
