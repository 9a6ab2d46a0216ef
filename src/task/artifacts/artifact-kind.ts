import { CHANGED_BY_HAND, type KindRemoval } from '../../items/kind.js'
import type { ItemKindRules } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { artifactPieceTable, artifactTable, isComplete } from './artifact-archive.js'
import { isStoredPlain, unpackPiece } from './packed-piece.js'
import { damagedArtifacts } from './verify-artifacts.js'

/** An artifact keeps its content in pieces beside its pointer. */
export const artifactKind: ItemKindRules = {
  kind: 'artifact',
  mayRestOnItself: true,
  archive: [artifactTable, artifactPieceTable],
  checks: [
    {
      check: 'artifacts',
      wrong: (bank) => sql`
        select (select count(*) from item i left join artifact a on a.bank = i.bank and a.item_rid = i.rid
            where i.bank = ${bank} and i.kind = 'artifact' and a.item_rid is null)
          + (select count(*) from artifact a
            left join item i on i.bank = a.bank and i.rid = a.item_rid and i.kind = 'artifact'
            where a.bank = ${bank} and i.rid is null)
          + (select count(*) from artifact_piece p
            left join artifact a on a.bank = p.bank and a.item_rid = p.item_rid
            where p.bank = ${bank} and a.item_rid is null)
          + (select count(*) from artifact a
            where a.bank = ${bank} and not ${isComplete}) as n`,
      what: 'artifacts without their item or their content, or the other way round',
      hint: CHANGED_BY_HAND,
    },
  ],
  examine: async (spine, reach) => {
    const damaged = await damagedArtifacts(spine, reach.writes)
    const [first] = damaged
    return {
      check: 'content of artifacts',
      problem:
        first === undefined ? null : `${damaged.length} damaged, the first is ${first.id}: ${first.problem}`,
      hint: 'restore a backup; or forget the artifact by its id: the events that hold it stay',
    }
  },
  *forget({ bank, rid }): Tx<KindRemoval> {
    const about = yield* get<{ tool: string | null; media_type: string }>(
      sql`select tool, media_type from artifact where bank = ${bank} and item_rid = ${rid}`,
    )
    const last = yield* get<{ seq: number }>(sql`
      select seq from artifact_piece where bank = ${bank} and item_rid = ${rid} order by seq desc limit 1`)
    const step = Math.ceil(((last?.seq ?? 0) + 1) / PROVEN_PIECES)
    const pieces = yield* all<{ content: Uint8Array }>(sql`
      select content from artifact_piece where bank = ${bank} and item_rid = ${rid} and seq % ${step} = 0`)
    const counts = {
      artifact: yield* run(sql`delete from artifact where bank = ${bank} and item_rid = ${rid}`),
      artifact_piece: yield* run(sql`delete from artifact_piece where bank = ${bank} and item_rid = ${rid}`),
    }
    const contents = pieces.map(({ content }) => content)
    return {
      counts,
      texts: [
        ...(about === undefined ? [] : [about.tool ?? '', about.media_type]),
        // Others may say in the same words what lies here as it reads.
        ...contents.filter(isStoredPlain).flatMap((content) => unpackPiece(content) ?? []),
      ].filter((text) => text !== ''),
      bytes: contents.filter((content) => !isStoredPlain(content)),
      ...(step > 1 ? { isSample: true as const } : {}),
    }
  },
}

/** Of a large one a sample is looked for on disk, when the file was written anew (src/items/gather-erased.ts). */
const PROVEN_PIECES = 64
