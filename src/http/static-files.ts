import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'

/** The files of the dashboard; its first page for every address that is one of its own places. */
export function staticFiles(folder: string): MiddlewareHandler {
  const files = serveStatic({ root: folder, precompressed: true, onFound: sayHowLong })
  const index = serveStatic({ root: folder, path: 'index.html', precompressed: true, onFound: sayHowLong })
  return async (context, next) => {
    // A conversation may be called `v1.2`: files lie beside the first page, or in one of two folders.
    const isFile = /^\/(?:(?:assets|reference)\/|[^/]*\.)/.test(context.req.path)
    return (isFile ? files : index)(context, next)
  }
}

const sayHowLong: NonNullable<NonNullable<Parameters<typeof serveStatic>[0]>['onFound']> = (
  path,
  context,
) => {
  // The build puts a hash of what is in them into the names of all but the page itself.
  const isNamedByHash = path.includes('/assets/')
  context.header('cache-control', isNamedByHash ? 'public, max-age=31536000, immutable' : 'no-cache')
}
