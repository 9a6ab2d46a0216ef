import { MemoryError } from '../errors.js'
import { bearerToken } from './bearer-token.js'
import type { Route } from './route.js'

/**
 * Links that open the dashboard once. A browser is started with an address that every program of the machine can see in
 * the list of processes, and that it keeps in its history: no token may stand there.
 */
export function linkRoutes(): Route[] {
  const links = new Map<string, Link>()
  return [
    {
      method: 'POST',
      path: PATH,
      access: 'caller',
      handle: ({ request, caller, env }) => {
        if (caller.who.agent !== undefined)
          throw new MemoryError(
            'denied',
            'an agent opens no dashboard',
            'a person does, with a token of their own: recollect open',
          )
        const { keyId } = caller
        for (const [id, { endsAt }] of links) if (endsAt <= env.now()) links.delete(id)
        const own = [...links].filter(([, link]) => link.keyId === keyId)
        const [oldest] = own.length >= MAX_OF_KEY ? own : []
        if (oldest !== undefined) links.delete(oldest[0])
        const id = Buffer.from(env.randomBytes(ID_BYTES)).toString('base64url')
        // As it came in, and so as good for who opens the link as for who made it.
        links.set(id, { token: bearerToken(request) ?? '', keyId, endsAt: env.now() + LINK_MS })
        return Response.json({ path: `${PATH}/${id}` }, { headers: UNKEPT })
      },
    },
    {
      method: 'GET',
      path: `${PATH}/:id`,
      access: 'open',
      isOnce: true,
      handle: ({ url, env }) => {
        const id = url.pathname.replace(`${PATH}/`, '')
        const link = links.get(id)
        links.delete(id)
        if (link === undefined || link.endsAt <= env.now()) {
          throw new MemoryError(
            'not_found',
            'this link was used, or has run out',
            'a link opens the dashboard once, within five minutes; recollect open makes another',
          )
        }
        // Behind the #, where it is sent to nobody.
        const location = `/${url.search}#token=${encodeURIComponent(link.token)}`
        return new Response(null, { status: 303, headers: { ...UNKEPT, location } })
      },
    },
  ]
}

/** A link to the dashboard of a running server, for the user and workspace that `search` names. */
export async function askForLink(
  { url, token }: { readonly url: string; readonly token: string },
  search = '',
): Promise<string> {
  const answer = await fetch(new URL(PATH, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw noAnswer(error)
  })
  if (!answer.ok) throw noAnswer(answer.status)
  const { path } = (await answer.json()) as { readonly path: string }
  return `${new URL(path, url).href}${search}`
}

function noAnswer(cause: unknown): MemoryError {
  return new MemoryError(
    'store_failed',
    'the server of this memory gives no link',
    'start it anew: recollect start',
    { cause },
  )
}

interface Link {
  /** Of who made it. */
  readonly keyId: string | null
  readonly token: string
  readonly endsAt: number
}

const PATH = '/link'
const ID_BYTES = 24
const LINK_MS = 5 * 60_000
/** The oldest gives way. */
const MAX_OF_KEY = 20
const ANSWER_MS = 5_000
const UNKEPT = { 'cache-control': 'no-store' }
