import { MemoryError } from '../errors.js'
import { suggest } from '../text/suggest.js'
import type { OpenStore } from './open-once.js'

/** Says of a session that is not there which one was meant, or what lists them. Anything else stays as it is. */
export async function explainMissingSession(
  error: unknown,
  typed: unknown,
  { memory }: Pick<OpenStore, 'memory'>,
): Promise<unknown> {
  if (!(error instanceof MemoryError) || error.code !== 'not_found' || !MISSING.test(error.message))
    return error
  const { sessions } = await memory.transcriptSessions({ limit: LATEST })
  const known = sessions.flatMap(({ session, title }) => (title === null ? [session] : [session, title]))
  const near = typeof typed === 'string' ? suggest(typed, known) : undefined
  return new MemoryError(
    'not_found',
    typeof typed === 'string' ? `no session is called ${typed}` : error.message,
    `${near === undefined ? '' : `did you mean ${near}? `}recollect transcript sessions lists them`,
    { cause: error },
  )
}

const MISSING = /^no (?:conversation|session) has this name$/
const LATEST = 100
