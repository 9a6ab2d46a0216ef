import { type Json, type PathItem, reachHeaders, ref } from './operation-paths.js'

/** What the server answers beside the operations. */
export const otherPaths: Readonly<Record<string, PathItem>> = {
  '/api/v1/events': {
    get: {
      ...about('events', 'Hear what changes', events()),
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          schema: { type: 'string' },
          description: 'go on behind this event',
        },
        ...reachHeaders,
      ],
      responses: answers({ 'text/event-stream': { schema: { type: 'string' }, example: exampleEvents() } }),
    },
  },
  '/api/v1/caller': {
    get: {
      ...about('caller', 'Who asks', 'Who the token belongs to, and what it opens.'),
      responses: answers({ 'application/json': { schema: { type: 'object' } } }),
    },
  },
  '/v1/remote/recall': {
    post: {
      ...about(
        'remoteRecallByOthers',
        'Answer another Recollect',
        'The protocol by which one Recollect asks another (docs/remote.md).',
      ),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                version: { const: 1 },
                question: { type: 'string' },
                kinds: { type: 'array', items: { enum: ['profile', 'conversation'] } },
                limit: { type: 'integer', minimum: 1 },
              },
              required: ['question'],
            },
            example: { version: 1, question: 'where does Mia live?', kinds: ['profile'], limit: 5 },
          },
        },
      },
      responses: answers({ 'application/json': { schema: { type: 'object' } } }),
    },
  },
  '/openapi.json': {
    get: {
      ...about(
        'openapi',
        'This document',
        'The operations of the caller’s audience; all addresses beside them.',
      ),
      responses: answers({ 'application/json': { schema: { type: 'object' } } }),
    },
  },
  '/reference': {
    get: {
      ...about(
        'reference',
        'This document as a page',
        'All operations, to read and to try; nothing of what is remembered.',
      ),
      security: [],
      responses: {
        '200': { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      },
    },
  },
  '/health': {
    get: {
      ...about('health', 'Whether the process answers', 'For whoever starts it again when it hangs.'),
      security: [],
      responses: {
        '200': {
          description: 'It does.',
          content: { 'application/json': { schema: { type: 'object' }, example: { status: 'ok' } } },
        },
      },
    },
  },
  '/ready': {
    get: {
      ...about('ready', 'Whether the store answers', 'For whoever sends requests here.'),
      responses: answers({
        'application/json': { schema: { type: 'object' }, example: { status: 'ready' } },
      }),
    },
  },
  '/metrics': {
    get: {
      ...about(
        'metrics',
        'Figures for Prometheus',
        'Requests, times, sizes and refusals; never a text or a name.',
      ),
      responses: answers({ 'text/plain': { schema: { type: 'string' } } }),
    },
  },
}

function about(operationId: string, summary: string, description: string): Json {
  return { operationId, tags: ['server'], summary, description, security: [{ token: [] }] }
}

function answers(content: Json): Json {
  return {
    '200': { description: 'Done.', content },
    '401': ref('responses', 'Problem401'),
    '403': ref('responses', 'Problem403'),
    '429': ref('responses', 'Problem429'),
    '503': ref('responses', 'Problem503'),
  }
}

function events(): string {
  return (
    'Server-sent events: `ready` first, then `change` for each write in the banks that the caller reads, by whichever ' +
    'process; ids and counts, never a text. `reset`: something may have been missed, load anew. `end`: the stream closes; ' +
    'come again, unless the reason is `revoked`. Comments are heartbeats.'
  )
}

function exampleEvents(): string {
  return [
    'event: ready\nid: dbf8c095096a.1.0.0\ndata: {"banks":["u/me/main","u/me/documents","system/documents"]}\n',
    'event: change\nid: dbf8c095096a.2.0.0\ndata: {"bank":"u/me/main","seq":2,"operation":"memory.capture",' +
      '"ids":["01890a5d-ac96-774b-bcce-b302099a8057"],"counts":{"added":1,"ids":1},"at":"2026-03-01T09:00:00.000Z"}\n\n',
  ].join('\n')
}
