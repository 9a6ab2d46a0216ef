import { listsIn, type TokenList } from './posting-row.js'
import { emptyTable, type TextTable } from './text-table.js'

/** A segment as it is kept: its texts, and the contents of its rows by ascending tokens. */
export interface KeptSegment {
  readonly table: TextTable
  readonly rows: readonly Uint8Array[]
}

/** The texts of several segments as one table, without those that are gone. */
export function mergeTables(segments: readonly KeptSegment[]): TextTable {
  const living = segments.reduce(
    (sum, { table }) => sum + table.rids.reduce((n, rid) => n + (rid > 0 ? 1 : 0), 0),
    0,
  )
  const table = emptyTable(living)
  let at = 0
  for (const { rids, lengths } of segments.map((segment) => segment.table)) {
    for (const [place, rid] of rids.entries()) {
      if (rid === 0) continue
      table.rids[at] = rid
      table.lengths[at++] = lengths[place]!
    }
  }
  return table
}

/** The lists of several segments as those of their merged table, by ascending keys. */
export function* mergeLists(segments: readonly KeptSegment[]): Generator<TokenList> {
  const moved = placesIn(segments)
  const walks = segments.map(({ rows }) => listsOf(rows))
  const heads = walks.map((walk) => walk.next())
  for (;;) {
    let key = Number.POSITIVE_INFINITY
    for (const head of heads) if (head.done !== true && head.value.key < key) key = head.value.key
    if (key === Number.POSITIVE_INFINITY) return
    const lists: TokenList[] = []
    for (const [index, head] of heads.entries()) {
      if (head.done === true || head.value.key !== key) continue
      lists.push(movedList(head.value, moved[index]!))
      heads[index] = walks[index]!.next()
    }
    yield lists.length === 1 ? lists[0]! : joined(key, lists)
  }
}

function* listsOf(rows: readonly Uint8Array[]): Generator<TokenList> {
  for (const content of rows) yield* listsIn(content)
}

/** Where each text of each segment stands in the merged table. Lists name none that is gone. */
function placesIn(segments: readonly KeptSegment[]): Uint16Array[] {
  let next = 0
  return segments.map(({ table }) => Uint16Array.from(table.rids, (rid) => (rid === 0 ? 0 : next++)))
}

function movedList({ key, places, counts }: TokenList, moved: Uint16Array): TokenList {
  return { key, counts, places: places.map((place) => moved[place]!) }
}

function joined(key: number, lists: readonly TokenList[]): TokenList {
  const size = lists.reduce((sum, { places }) => sum + places.length, 0)
  const places = new Uint16Array(size)
  const counts = new Uint8Array(size)
  let at = 0
  for (const list of lists) {
    places.set(list.places, at)
    counts.set(list.counts, at)
    at += list.places.length
  }
  return { key, places, counts }
}
