import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { Env } from '../../src/clock.js'
import type { FileRecords } from '../../src/user/records/file-records.js'
import { MARKER_FILE } from '../../src/user/records/record-files.js'
import { ann, byAnn, type FolderPlace, inFolder, type OpenRecords } from './open-records.js'

const open: OpenRecords[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

export interface OpenFolder extends OpenRecords {
  readonly records: FileRecords
  readonly place: FolderPlace
  readonly folder: string
  path(file: string): string
  put(file: string, text: string): void
  text(file: string): string
  files(): string[]
}

/** A folder of records to work with as a person does; closed when the test ends. */
export async function opened(given?: FolderPlace, env?: Env): Promise<OpenFolder> {
  const place = given ?? (await inFolder())
  const one = await place.open(env)
  open.push(one)
  const path = (file: string) => join(place.folder, file)
  return {
    ...one,
    place,
    folder: place.folder,
    path,
    put: (file, text) => {
      mkdirSync(place.folder, { recursive: true })
      writeFileSync(path(file), text)
    },
    text: (file) => readFileSync(path(file), 'utf8'),
    files: () =>
      readdirSync(place.folder)
        .filter((file) => file !== MARKER_FILE)
        .sort(),
  }
}

export const update = (records: FileRecords, which: string, change: object) =>
  records.write(ann, { kind: 'update', which, change, by: byAnn })

export const problemsOf = async (records: FileRecords) => (await records.list(ann, { limit: 1 })).problems
