import { z } from 'zod'
import type { Receipt } from '../items/forget.js'
import { type Item, itemKinds, origins, provenances, recordTypes, trusts } from '../items/item.js'
import type { Proven } from '../items/prove-erased.js'
import { formatMoment } from '../text/zone.js'
import { factCategories } from '../user/fact-category.js'
import { factStatuses } from '../user/facts/fact.js'
import type { RecordHead } from '../user/records/record.js'

export const itemId = z
  .uuid({ error: 'give the id of one item, as a hit or a capture shows it' })
  .toLowerCase()

const factShape = z.object({
  category: z.enum(factCategories),
  subject: z.string().nullable().describe('whom or what it is about; you: the user'),
  key: z.string().nullable().describe('what can have one value only, like user.location'),
  value: z.string().nullable(),
  status: z
    .enum(factStatuses)
    .describe('superseded: true once; retracted: taken back; proposed: waits until the user says so'),
  importance: z.number().describe('1 to 10'),
  confidence: z.number().describe('0 to 1'),
  isPinned: z.boolean(),
  validFrom: z.string(),
  validUntil: z.string().nullable().describe('null while it is true'),
  expiresAt: z.string().nullable().describe('kept out of prompts from then on'),
  supersededBy: z.string().nullable().describe('the id of what took its place'),
})

export const recordShape = z.object({
  name: z.string(),
  description: z.string(),
  type: z.enum(recordTypes),
  provenance: z.enum(provenances).describe('manual: an explicit call or a person; auto: extraction'),
  file: z.string().describe('the name of its Markdown file'),
  createdAt: z.string(),
  updatedAt: z.string(),
  recallCount: z.number(),
  lastRecalledAt: z.string().nullable(),
  revision: z.number().describe('grows with each change of what it says'),
})

export const itemShape = z.object({
  id: z.string(),
  kind: z.enum(itemKinds),
  text: z.string(),
  origin: z.enum(origins),
  trust: z.enum(trusts),
  occurredAt: z.string().nullable(),
  recordedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  useCount: z.number(),
  turn: z
    .object({
      session: z.string(),
      channel: z.string().nullable(),
      seq: z.number(),
      role: z.string(),
      speaker: z.string().nullable(),
    })
    .nullable(),
  tags: z.array(z.string()).describe('of a note; empty for everything else'),
  fact: factShape.nullable().describe('of a fact, a relation or a decision; null for everything else'),
  record: recordShape.nullable().describe('of a memory record; null for everything else'),
})

/** Places in a text: [start, end) in UTF-16 units. */
export const spansShape = z.array(z.tuple([z.number(), z.number()]))

export function showSpans(spans: readonly (readonly [number, number])[]): z.input<typeof spansShape> {
  return spans.map(([start, end]) => [start, end])
}

/** How far it was checked that something is gone. */
export const provenShape = z.object({
  state: z.enum(['logical', 'physical']).describe('physical: looked for on disk and not found'),
  reason: z.string().nullable(),
  proof: z.object({ scannedBytes: z.number(), repairs: z.array(z.string()) }).nullable(),
})

export function showProven({ state, reason, proof }: Proven): z.input<typeof provenShape> {
  return { state, reason, proof: proof === null ? null : { ...proof, repairs: [...proof.repairs] } }
}

export const receiptShape = z.object({
  ids: z.array(z.string()),
  counts: z.record(z.string(), z.number()).describe('rows removed, by table'),
  kept: z.array(z.string()).describe('derived items that have another source and stay'),
  restorable: z
    .array(z.string())
    .describe('facts whose place a forgotten one had taken; none holds again by itself: memory.restore'),
  ...provenShape.shape,
  forgottenAt: z.string(),
})

export function showReceipt(receipt: Receipt): z.input<typeof receiptShape> {
  return {
    ids: [...receipt.ids],
    counts: receipt.counts,
    kept: [...receipt.kept],
    restorable: [...receipt.restorable],
    ...showProven(receipt),
    forgottenAt: new Date(receipt.forgottenAt).toISOString(),
  }
}

/** An item as it leaves: times in ISO 8601 with the zone's offset, nothing that is the store's own. */
export function showItem(item: Item, zone: string): z.input<typeof itemShape> {
  const iso = (at: number) => formatMoment(at, zone)
  return {
    id: item.id,
    kind: item.kind,
    text: item.text,
    origin: item.origin,
    trust: item.trust,
    occurredAt: item.occurredAt === null ? null : iso(item.occurredAt),
    recordedAt: iso(item.recordedAt),
    lastUsedAt: item.lastUsedAt === null ? null : iso(item.lastUsedAt),
    useCount: item.useCount,
    turn: item.turn,
    tags: [...item.tags],
    fact: showFact(item.fact, zone),
    record: item.record === null ? null : showRecordHead(item.record, zone),
  }
}

/** What a record says of itself; its body stands in the item's text. */
export function showRecordHead(
  {
    name,
    description,
    type,
    provenance,
    file,
    createdAt,
    updatedAt,
    recallCount,
    lastRecalledAt,
    revision,
  }: RecordHead,
  zone: string,
): z.input<typeof recordShape> {
  return {
    name,
    description,
    type,
    provenance,
    file,
    createdAt: formatMoment(createdAt, zone),
    updatedAt: formatMoment(updatedAt, zone),
    recallCount,
    lastRecalledAt: lastRecalledAt === null ? null : formatMoment(lastRecalledAt, zone),
    revision,
  }
}

function showFact(fact: Item['fact'], zone: string): z.input<typeof factShape> | null {
  if (fact === null) return null
  const iso = (at: number | null) => (at === null ? null : formatMoment(at, zone))
  return {
    ...fact,
    validFrom: formatMoment(fact.validFrom, zone),
    validUntil: iso(fact.validUntil),
    expiresAt: iso(fact.expiresAt),
  }
}
