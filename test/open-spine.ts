import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type Env, systemEnv } from '../src/clock.js'
import { loadIdentityKey, type Spine } from '../src/items/spine.js'
import { kinds } from '../src/kinds.js'
import { type Reach, reachOf } from '../src/reach.js'
import { openSqlite, type SqliteOptions } from '../src/store/sqlite/sqlite-store.js'
import { type ImportReport, importConversation } from '../src/transfer/import-conversation.js'
import type { ByteSource } from '../src/transfer/lines.js'

const folders: string[] = []

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** A folder of the test file's own, removed when it ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recollect-test-'))
  folders.push(folder)
  return folder
}

export const storeFile = (folder: string): string => join(folder, 'recollect.db')

/** What the engine wires together, without operations around it: for tests that look below them. */
export async function openSpine(folder: string, options: Partial<SqliteOptions> = {}): Promise<Spine> {
  const env: Env = options.env ?? systemEnv()
  const store = await openSqlite({ file: storeFile(folder), ...options, env })
  const identityKey = await loadIdentityKey(store, env)
  return { store, env, identityKey, zone: 'UTC', kinds }
}

export const ann: Reach = reachOf({ user: 'ann' })

/** Imports lines with the plainest options. */
export function importLines(
  spine: Spine,
  reach: Reach,
  content: ByteSource,
  dryRun = false,
): Promise<ImportReport> {
  return importConversation(spine, reach, content, {
    session: 'conversation',
    asMine: true,
    dryRun,
    zone: 'UTC',
    progress: () => undefined,
    signal: undefined,
  })
}
