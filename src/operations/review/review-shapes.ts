import { z } from 'zod'
import { findingKinds, proposedActions } from '../../user/hygiene/finding.js'
import { libraryDocumentShape } from '../knowledge-library-shapes.js'
import { itemShape } from '../shapes.js'
import { proposalShape } from '../workspace.js'
import { noteConflictShape } from '../workspace-conflicts.js'
import { reviewKinds } from './waiting-entries.js'

const callShape = z.object({
  operation: z.string(),
  input: z.record(z.string(), z.unknown()).describe('as it is; what is empty in it, the person fills in'),
})

const deedShape = z
  .object({
    call: callShape,
    undo: callShape.nullable().describe('what takes it back; null where nothing does'),
    isDestructive: z.boolean().describe('it deletes for good: ask first'),
  })
  .nullable()

export type Deed = z.input<typeof deedShape>

const common = {
  key: z.string().describe('the same as long as it waits'),
  at: z.string().nullable().describe('since when, where that is known'),
  accept: deedShape.describe('null where there is nothing to do but to look'),
  reject: deedShape,
}

/** One thing that waits for a person, with all that it takes to decide. */
export const reviewEntryShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('conflict'),
    ...common,
    id: z.string(),
    old: itemShape.nullable().describe('what the new one took the place of'),
    new: itemShape.describe('what holds now, and is believed less'),
    oldSources: z.array(itemShape),
    newSources: z.array(itemShape),
  }),
  z.object({
    kind: z.literal('proposed_fact'),
    ...common,
    id: z.string(),
    fact: itemShape,
    against: itemShape.nullable().describe('in whose place it would be put'),
    factSources: z.array(itemShape),
    againstSources: z.array(itemShape),
  }),
  z.object({
    kind: z.literal('document'),
    ...common,
    document: libraryDocumentShape,
    title: z.string().describe('of the version that waits'),
    outline: z
      .array(z.object({ anchor: z.string(), heading: z.string(), level: z.number(), tokens: z.number() }))
      .describe('of that version, the first 50 sections'),
    sections: z.number(),
    tokens: z.number(),
    diff: z
      .object({
        from: z.number(),
        to: z.number(),
        added: z.number(),
        removed: z.number(),
        changed: z.number(),
        moved: z.number(),
      })
      .nullable()
      .describe('sections against the published version; null where none is published'),
  }),
  z.object({
    kind: z.literal('workspace_conflict'),
    ...common,
    workspace: z.string(),
    conflict: noteConflictShape,
  }),
  z.object({
    kind: z.literal('workspace_proposal'),
    ...common,
    workspace: z.string(),
    proposal: proposalShape,
  }),
  z.object({
    kind: z.literal('hygiene'),
    ...common,
    finding: z.object({
      id: z.string(),
      kind: z.enum(findingKinds),
      what: z.string(),
      action: z.enum(proposedActions),
    }),
    items: z.array(itemShape).describe('that it is about, the one to keep first'),
    entities: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('reflection'), ...common, item: itemShape }),
])

export type ReviewEntry = z.input<typeof reviewEntryShape>

export const reviewCountsShape = z
  .record(z.enum(reviewKinds), z.number())
  .describe('how many wait, of each kind')
