import { createReadStream } from 'node:fs'
import type { Memory } from '../../engine.js'
import type { ImportOutput } from '../import/joined-report.js'
import { packageFile } from '../package-file.js'

/** The sample has a memory of its own, so that it never mixes with what a person really said. */
export const SAMPLE_USER = 'sample'

/** What to ask it: a secret, a person's words, a decision by its date, and Chinese. */
export const SAMPLE_QUESTIONS = {
  secret: 'What is the door code of the flat in Lisbon?',
  decision: 'What did we decide about the server in March 2026?',
  chinese: '奶奶的生日是哪一天？',
} as const

/** Imports the sample conversation that ships with the package. */
export function importSample(memory: Memory): Promise<ImportOutput> {
  return memory.import({
    content: createReadStream(packageFile('examples/conversation.jsonl')),
    session: 'sample',
  })
}

/** Whether this memory has never held the sample. */
export async function isUntouched(memory: Memory): Promise<boolean> {
  const { items, forgotten } = await memory.stats({})
  return items === 0 && forgotten === 0
}
