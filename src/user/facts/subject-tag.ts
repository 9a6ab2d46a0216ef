import { speakerKey } from '../../graph/entity-name.js'
import { namedSo } from '../../graph/name-entities.js'
import type { ResolvedEntity } from '../../graph/resolved-entity.js'
import type { Spine } from '../../items/spine.js'
import type { Tx } from '../../store/statement.js'

/**
 * What stands for an entity in keys and forms: its id, by which it is known whatever it is called; for the user one
 * word, so that it is the same in every store.
 */
export function* subjectTag(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  entity: Pick<ResolvedEntity, 'rid' | 'id'>,
  speaker: Pick<ResolvedEntity, 'rid'> | undefined,
): Tx<string> {
  const user = speaker ?? (yield* namedSo(bank, speakerKey(spine, bank)))
  return entity.rid === user?.rid ? USER_TAG : entity.id
}

export const USER_TAG = 'user'
