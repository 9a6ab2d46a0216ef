import { z } from 'zod'
import { reachOfMemory } from '../engine.js'
import { MemoryError } from '../errors.js'
import type { ItemKind } from '../items/item.js'
import { parseInput } from '../operations/parse-input.js'
import { requireCapability } from '../reach.js'
import { type RemoteKind, remoteKinds } from '../remote/remote-provider.js'
import { textBody } from './body.js'
import type { Route } from './route.js'

/** Answers another Recollect, in the protocol of docs/remote.md: what the holder of the token remembers. */
export const remoteRoute: Route = {
  method: 'POST',
  path: '/v1/remote/recall',
  access: 'caller',
  handle: async ({ request, memory, signal }) => {
    requireCapability(reachOfMemory(memory), 'memory.read', 'asking this memory from elsewhere')
    const { question, kinds, limit } = asked(await textBody(request, BODY_MAX_BYTES))
    const { hits } = await memory.search(
      { question, limit, kinds: kinds.flatMap((kind) => itemKindsOf[kind]) },
      { signal },
    )
    const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE)
    const memories = hits.map(({ id, kind, text, occurredAt, recordedAt, score }) => ({
      id,
      kind: kindOf(kind),
      text,
      at: occurredAt ?? recordedAt,
      // Ours compare within one answer only; the best of each answer counts as much as the best of another.
      score: Math.max(0, score / best),
    }))
    return Response.json({ version: VERSION, memories }, { headers: { 'cache-control': 'no-store' } })
  },
}

const VERSION = 1

const BODY_MAX_BYTES = 65_536

const itemKindsOf: Readonly<Record<RemoteKind, readonly ItemKind[]>> = {
  profile: ['fact', 'decision', 'relation', 'record'],
  conversation: ['turn', 'thought'],
}

function kindOf(kind: ItemKind): RemoteKind {
  return itemKindsOf.conversation.includes(kind) ? 'conversation' : 'profile'
}

const question = z.object({
  version: z.literal(VERSION),
  question: z.string().min(1).max(4_000),
  kinds: z
    .array(z.enum(remoteKinds))
    .min(1)
    .max(2)
    .default([...remoteKinds]),
  limit: z.int().min(1).max(200).default(10),
})

function asked(body: string): z.output<typeof question> {
  const parsed = parseInput(question, readJson(body))
  if ('input' in parsed) return parsed.input
  throw new MemoryError('invalid_input', parsed.problems[0].text, 'see docs/remote.md')
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new MemoryError('invalid_input', 'the body is no JSON', 'see docs/remote.md')
  }
}
