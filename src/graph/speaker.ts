import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { speakerKey } from './entity-name.js'
import { addName, type NewName, namedSo } from './name-entities.js'
import type { ResolvedEntity } from './resolved-entity.js'

/** The one whose memory it is, with what takes time made before the transaction begins. */
export interface PreparedSpeaker extends NewName {
  readonly entityId: string
}

export function prepareSpeaker(spine: Pick<Spine, 'env' | 'identityKey'>, bank: string): PreparedSpeaker {
  return {
    entityId: spine.env.newId(),
    id: spine.env.newId(),
    name: SPEAKER_NAME,
    key: speakerKey(spine, bank),
  }
}

/** As whom answers speak of the user. */
export const SPEAKER_NAME = 'you'

/** Made when the first statement of the user's own is written. It has no mentions: every one of their items is theirs. */
export function* speakerEntity(bank: string, speaker: PreparedSpeaker): Tx<ResolvedEntity> {
  const present = yield* namedSo(bank, speaker.key)
  if (present !== undefined) {
    const { rid, id, name, nameRid, type } = present
    return { rid, id, name, nameRid, type }
  }
  const made = yield* get<{ rid: number }>(
    sql`insert into entity (bank, id, type) values (${bank}, ${speaker.entityId}, 'person') returning rid`,
  )
  if (made === undefined) throw new Error('an insert returned no row number')
  const nameRid = yield* addName(bank, speaker, { entity: made.rid, of: null })
  return { rid: made.rid, id: speaker.entityId, name: speaker.name, nameRid, type: 'person' }
}
