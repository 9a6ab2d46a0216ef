import type { Kind } from './items/kind.js'
import { turnKind } from './task/transcript.js'
import { factItemKinds } from './user/facts/fact-kind.js'
import { recordKind } from './user/records/record-kind.js'
import { thoughtKind } from './user/thought-kind.js'

/** Every kind that keeps rows of its own beside its items. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  [turnKind, thoughtKind, recordKind, ...factItemKinds].map((kind) => [kind.kind, kind]),
)
