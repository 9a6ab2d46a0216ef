import { createSpine } from './0001-create-spine.js'
import { createThoughtTag } from './0002-create-thought-tag.js'
import { createEmbedding } from './0003-create-embedding.js'
import { createRecall } from './0004-create-recall.js'
import { createFact } from './0005-create-fact.js'
import { createRecord } from './0006-create-record.js'
import { createDocument } from './0007-create-document.js'
import { createWorkspace } from './0008-create-workspace.js'
import { createTask } from './0009-create-task.js'
import { createApiKey } from './0010-create-api-key.js'
import { divideByBank } from './0011-divide-by-bank.js'
import { aMillion } from './0012-a-million.js'
import type { Migration } from './migration.js'

/** Every migration, in order. The last id is the schema that this build reads and writes. */
export const migrations: readonly Migration[] = [
  createSpine,
  createThoughtTag,
  createEmbedding,
  createRecall,
  createFact,
  createRecord,
  createDocument,
  createWorkspace,
  createTask,
  createApiKey,
  divideByBank,
  aMillion,
]
