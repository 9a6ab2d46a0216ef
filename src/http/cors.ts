/** What a page of an origin that was allowed may read of an answer. Nothing for all others: there is no `*`. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'etag, retry-after, recollect-output, mcp-session-id',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  }
}

/** Answers the question whether a page may ask at all. It comes without a token, and tells nothing but that. */
export function preflight(origin: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(origin),
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': ALLOWED.join(', '),
      'access-control-max-age': '600',
    },
  })
}

const ALLOWED = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'recollect-agent',
  'recollect-user',
  'recollect-worker',
  'recollect-workspace',
]
