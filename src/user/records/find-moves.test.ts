import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ItemId } from '../../items/item.js'
import type { FileRow } from './file-rows.js'
import { type ChangedFile, movesOf } from './find-moves.js'

function rowOf(rid: number): FileRow {
  const id = `id ${rid}` as ItemId
  return {
    rid,
    id,
    file: `${rid}.md`,
    revision: 1,
    version: `v${rid}`,
    written: 1,
    stamp: null,
    isMarked: true,
  }
}

/** The folder after records got these names; those with a place of their own are as they were. */
function folderAfter(names: readonly number[], hasId: (rid: number) => boolean) {
  const changed: ChangedFile[] = []
  const missing = new Map<string, FileRow>()
  for (const [rid, name] of names.entries()) {
    const row = name < names.length ? rowOf(name) : undefined
    const id = hasId(rid) ? rowOf(rid).id : null
    if (name !== rid) changed.push({ file: `${name}.md`, row, id, version: `v${rid}` })
    if (!names.includes(rid)) missing.set(rowOf(rid).id, rowOf(rid))
  }
  return { changed, missing }
}

it('knows every record again, whatever names their files got', () => {
  const places = fc.shuffledSubarray([...Array(12).keys()], { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(places, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (names, ids) => {
      const { changed, missing } = folderAfter(names, (rid) => ids[rid] === true)
      const moved = movesOf(changed, missing).map(({ row, to }) => [row.rid, to.file])
      const wanted = names.flatMap((name, rid) => (name === rid ? [] : [[rid, `${name}.md`]]))
      expect(moved.sort()).toEqual(wanted.sort())
    }),
  )
})

it('leaves a record its file where another says its id: that is a copy', () => {
  const [a, b] = [rowOf(0), rowOf(1)]
  const edited = { file: '0.md', row: a, id: null, version: 'new' }
  const copy = { file: '9.md', row: undefined, id: a.id, version: 'v0' }
  expect(movesOf([edited, copy], new Map())).toEqual([])
  // Also where it was put over the file of another, whose own file was copied in turn.
  const over = { file: '1.md', row: b, id: a.id, version: 'v0' }
  const second = { file: '8.md', row: undefined, id: b.id, version: 'v1' }
  expect(movesOf([edited, over, second], new Map())).toEqual([])
})

it('gives a record that has no file one of two that say its id', () => {
  const missing = new Map([[rowOf(0).id as string, rowOf(0)]])
  const copies = ['a.md', 'b.md'].map((file) => ({ file, row: undefined, id: rowOf(0).id, version: 'v0' }))
  expect(movesOf(copies, missing).map(({ to }) => to.file)).toEqual(['a.md'])
})

it('takes the other case of a name for the name', () => {
  const row = rowOf(0)
  const renamed = { file: '0.MD', row, id: null, version: 'new' }
  expect(movesOf([renamed], new Map())).toEqual([{ row, to: { file: '0.MD', row } }])
})
