import { z } from 'zod'
import { archived } from '../../items/archive-table.js'
import { factCategories } from '../fact-category.js'
import { factStatuses } from './fact.js'
import { partRoles } from './fact-parts.js'
import { instructionScopes } from './instruction-rows.js'

/** A fact as it travels in an archive. */
export const factShape = z.strictObject({
  item: archived.id,
  category: z.enum(factCategories),
  /** The id of the entity that it is about. */
  subject: archived.id.nullable(),
  keyHash: archived.blob(16).nullable(),
  formHash: archived.blob(16),
  attribute: archived.text.nullable(),
  value: archived.text.nullable(),
  status: z.enum(factStatuses),
  importance: z.int().min(1).max(10),
  confidence: z.int().min(0).max(100),
  pinned: z.boolean(),
  stated: z.boolean(),
  validFrom: archived.time,
  validUntil: archived.time.nullable(),
  expiresAt: archived.time.nullable(),
  confirmedAt: archived.time,
  /** In their order. */
  beliefs: z.array(
    z.strictObject({
      since: archived.time,
      until: archived.time.nullable(),
      validUntil: archived.time.nullable(),
    }),
  ),
  parts: z.array(z.strictObject({ role: z.enum(partRoles), start: archived.count, end: archived.count })),
  instruction: z
    .strictObject({
      priority: z.int().min(1).max(100),
      scope: z.enum(instructionScopes),
      scopeName: archived.text.nullable(),
      isDetected: z.boolean(),
    })
    .nullable(),
})

export type FactLine = z.output<typeof factShape>
