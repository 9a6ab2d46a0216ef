import type { InputOf, OutputOf } from '../../../api/operation-types.js'

export type ApiKey = OutputOf<'key.list'>['keys'][number]
export type Role = ApiKey['role']
export type Capability = ApiKey['capabilities'][number]
export type NewKey = InputOf<'key.create'>
export type CreatedKey = OutputOf<'key.create'>
