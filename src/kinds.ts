import { documentKind } from './document/library/document-kind.js'
import { sectionKind } from './document/library/section-kind.js'
import type { ItemKindRules } from './items/spine.js'
import { artifactKind } from './task/artifacts/artifact-kind.js'
import { taskKind } from './task/task-state/task-kind.js'
import { turnKind } from './task/transcript.js'
import { factItemKinds } from './user/facts/fact-kind.js'
import { recordKind } from './user/records/record-kind.js'
import { thoughtKind } from './user/thought-kind.js'

/** Every kind that keeps rows of its own beside its items. */
export const kinds: ReadonlyMap<string, ItemKindRules> = new Map(
  [
    turnKind,
    artifactKind,
    taskKind,
    thoughtKind,
    recordKind,
    documentKind,
    sectionKind,
    ...factItemKinds,
  ].map((kind) => [kind.kind, kind]),
)
