import { z } from 'zod'
import { embedBank } from '../embedding/embed-bank.js'
import { defineOperation } from './operation.js'

export const embedTexts = defineOperation({
  name: 'memory.embed',
  title: 'Make vectors of texts',
  description:
    'Makes the vectors by which search finds what is meant: of every text that has none yet, or for which it failed. ' +
    'With `all`, of every text anew: after another model was chosen. New texts get theirs in the background.',
  example: 'recollect embed --all',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    all: z.boolean().default(false).describe('every text anew, also those that have vectors'),
  }),
  output: z.object({
    embedded: z.number().describe('texts that have vectors now'),
    failed: z.number().describe('texts that the embedder refused, or part of them; words still find them'),
    skipped: z.number().describe('texts in a language that the model does not know'),
    pending: z.number().describe('texts that still have no vectors'),
    model: z.string().describe('the model, and all that its vectors depend on'),
  }),
  handler: ({ spine, reach, progress, signal }, { all }) =>
    embedBank(spine, reach, {
      all,
      signal,
      progress: (done, total) => progress?.({ done, unit: 'texts', total }),
    }),
})
