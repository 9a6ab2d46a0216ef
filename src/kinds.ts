import type { Kind } from './items/kind.js'
import { turnKind } from './task/transcript.js'
import { thoughtKind } from './user/thought-kind.js'

/** Every kind that keeps rows of its own beside its items. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  [turnKind, thoughtKind].map((kind) => [kind.kind, kind]),
)
