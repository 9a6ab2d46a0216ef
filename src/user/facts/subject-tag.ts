import { speakerKey } from '../../graph/entity-name.js'
import { namedSo } from '../../graph/name-entities.js'
import type { ResolvedEntity } from '../../graph/resolved-entity.js'
import type { Spine } from '../../items/spine.js'
import type { Stmt } from '../../store/statement.js'

/**
 * What stands for an entity in keys and forms: its id, by which it is known whatever it is called; for the user one
 * word, so that it is the same in every store.
 */
export function tagOf({ rid, id }: Pick<ResolvedEntity, 'rid' | 'id'>, user: UserEntity | undefined): string {
  return rid === user?.rid ? USER_TAG : id
}

export const USER_TAG = 'user'

export type UserEntity = Pick<ResolvedEntity, 'rid'>

/** The user among the entities; undefined as long as nothing is said of them. */
export function userEntity(spine: Pick<Spine, 'identityKey'>, bank: string): Stmt<UserEntity | undefined> {
  return namedSo(bank, speakerKey(spine, bank))
}
