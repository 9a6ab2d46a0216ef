import type { OutputOf } from '../../../api/operation-types.js'

export type WholeRecord = OutputOf<'record.read'>
export type RecordType = WholeRecord['type']

export const recordTypes = [
  'user',
  'feedback',
  'project',
  'reference',
] as const satisfies readonly RecordType[]

export const provenances = ['manual', 'auto'] as const satisfies readonly WholeRecord['provenance'][]
