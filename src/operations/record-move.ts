import { resolve } from 'node:path'
import { z } from 'zod'
import { wholeStore } from '../reach.js'
import { moveRecords } from '../user/records/move-records.js'
import { placeOf } from '../user/records/record-place.js'
import { defineOperation } from './operation.js'

export const moveRecordFiles = defineOperation({
  name: 'record.move',
  title: 'Keep memory records elsewhere',
  description:
    'Moves the records of all users: into Markdown files that people may edit (folder: records in the home folder; or a ' +
    'path) or objects of an object store (s3://bucket/prefix), or out of them into the store alone (database). What changed in files is taken in before. Files that are as ' +
    'they were written or read are removed; others stay.',
  example: 'recollect record-move folder',
  capability: 'admin',
  audience: ['administrator'],
  surfaces: ['sdk', 'cli'],
  effect: 'write',
  isIdempotent: true,
  looksAtFiles: true,
  input: z.object({
    to: z.string().min(1).max(4096).describe('database, folder, the path of a folder, or s3://bucket/prefix'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    records: z.number().describe('how many were taken along'),
  }),
  handler: ({ spine, reach, recordHome }, { to }) =>
    moveRecords(
      spine,
      wholeStore(reach, 'record.move'),
      recordHome,
      placeOf(to, (folder) => resolve(folder)),
    ),
})
