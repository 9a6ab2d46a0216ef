import type { Operation } from '../../operations/operation.js'
import { exampleOf } from './example-of.js'
import { inputSchema } from './json-schema.js'

/** What an operation may be asked with, as a newcomer would try it. */
export function exampleInput(operation: Operation): unknown {
  return told.get(operation.name) ?? exampleOf(inputSchema(operation))
}

/** Of those to which the fields that must be given say little. */
const told: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['memory.capture', { text: 'Mia moved to Lisbon in March', tags: ['mia', 'travel'] }],
  ['memory.search', { question: 'where does Mia live?', limit: 5 }],
  ['memory.thoughts', { contains: 'lisbon', limit: 20 }],
  ['memory.audit_log', { operation: 'memory.forget', limit: 20 }],
  ['memory.forget', { id: '01890a5d-ac96-774b-bcce-b302099a8057' }],
  ['memory.instruct', { action: 'add', text: 'Answer in English' }],
  ['memory.merge', { from: 'researcher', all: true }],
  ['memory.extract', { session: 'support-4711' }],
  ['memory.import_archive', { content: '{"recollect":"archive"}\n' }],
  ['prompt.assemble', { ask: 'When do we ship?' }],
  ['prompt.replay', { session: 'support-4711' }],
  ['prompt.show', { session: 'support-4711' }],
  ['artifact.prune', { olderThanDays: 90 }],
  ['transcript.import', { content: '{"recollect":"transcript"}\n' }],
  ['knowledge.attach', { task: 'Move the office', all: true }],
  ['knowledge.detach', { task: 'Move the office', all: true }],
  ['record.update', { which: 'weekly-report', body: 'At most one page, numbers first.', revision: 1 }],
  ['knowledge.import', { source: 'handbook.md', content: '# Handbook\n\n25 days of vacation a year.\n' }],
  ['record.import', { content: '# Weekly report\n\nAt most one page.\n' }],
])
