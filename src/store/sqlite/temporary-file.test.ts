import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { leftoversOf, removeDatabase, removeLeftovers, temporaryFile } from './temporary-file.js'

const folder = mkdtempSync(join(tmpdir(), 'recollect-temporary-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('tells what killed processes have left from what is in use, and removes only that', () => {
  const file = join(folder, 'recollect.db')
  const mine = temporaryFile(file, 'restore')
  const running = `${file}.restore-${process.ppid}-1`
  // No system gives so high a number to a process.
  const dead = `${file}.restore-4194305999-1`
  // As left by a process of this number that ended before, which is the rule in a container.
  const before = `${file}.backup-${process.pid}-999`
  const names = [
    file,
    `${file}-wal`,
    mine,
    running,
    dead,
    `${dead}-wal`,
    `${dead}-shm`,
    before,
    `${dead}.txt`,
  ]
  for (const name of [...names, join(folder, 'other.db.restore-4194305999-1')]) writeFileSync(name, '')
  expect(leftoversOf(file).sort()).toEqual([before, dead, `${dead}-shm`, `${dead}-wal`].sort())
  removeLeftovers(file)
  expect(leftoversOf(file)).toEqual([])
  expect(readdirSync(folder)).toHaveLength(6)
  removeDatabase(mine)
  expect(readdirSync(folder)).toHaveLength(5)
})

it('finds nothing where there is no folder', () => {
  expect(leftoversOf(join(folder, 'none', 'recollect.db'))).toEqual([])
})
