import { emptyPicture, type GraphEdge, type Picture, withAnswer } from './picture.js'
import type { View } from './shown.js'

type Told = readonly [
  from: string,
  type: string,
  to: string,
  rest?: Partial<GraphEdge> & { readonly from?: never },
]

/** A picture of relations as they are said: `['ann', 'owns', 'atlas']`. Whose names are in `open` was asked about. */
export function pictureOf(told: readonly Told[], incomplete: readonly string[] = []): Picture {
  const names = [...new Set(told.flatMap(([from, , to]) => [from, to]))]
  const end = (name: string) => ({ id: name, name })
  const iso = (at: number) => new Date(at).toISOString()
  return withAnswer(emptyPicture, {
    entities: names.map((name) => ({
      ...end(name),
      type: name.startsWith('p:') ? 'project' : 'person',
      aliases: [],
      mentions: 1,
      firstSeen: null,
      lastSeen: null,
      relations:
        told.filter(([from, , to]) => from === name || to === name).length +
        (incomplete.includes(name) ? 5 : 0),
      isUser: false,
    })),
    relations: told.map(([from, type, to, rest = {}], index) => ({
      id: `item-${index}`,
      type: type as GraphEdge['type'],
      from: end(from),
      to: end(to),
      status: rest.status ?? 'active',
      confidence: 0.9,
      text: `${from} ${type} ${to}`,
      origin: 'user',
      trust: rest.trust ?? 'stated',
      validFrom: iso(rest.validFrom ?? 1_000 + index),
      validUntil: rest.validUntil === undefined || rest.validUntil === null ? null : iso(rest.validUntil),
      attributes: [],
      evidence: [`item-${index}`],
    })),
    asked: names.map((name) => ({ id: name, entity: name, isComplete: !incomplete.includes(name) })),
  })
}

export function viewOf(focus: string, rest: Partial<View> = {}): View {
  return {
    focus,
    open: [],
    path: [],
    hiddenTypes: new Set(),
    hiddenRelations: new Set(),
    trust: 'untrusted',
    at: null,
    hasPast: true,
    ...rest,
  }
}
