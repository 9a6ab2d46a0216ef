import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPrivateFolder } from '../../store/private-folder.js'
import { type ListKind, listKinds } from './list-kind.js'

/** What a person saw last as a numbered list. Ids alone: what was said stays in the store, which can forget it. */
export interface LastList {
  readonly user: string
  /** Milliseconds UTC. */
  readonly at: number
  /** The first is number 1. */
  readonly ids: readonly string[]
  /** Absent: items of any kind. */
  readonly kind?: ListKind
  /** Whose memory it was of, where that was not the user's own. */
  readonly workspace?: string
  readonly worker?: string
}

/** The last list of a user in a home folder; undefined where there is none, or none that can be read. */
export function readLastList(home: string, user: string): LastList | undefined {
  return readLists(home).find((list) => list.user === user)
}

/**
 * Keeps a list as the last of its user, for their eyes alone, in one step: another terminal sees the old list or
 * the new. Throws what the file system says.
 */
export async function writeLastList(home: string, list: LastList): Promise<void> {
  const others = readLists(home).filter(({ user }) => user !== list.user)
  const lists = [{ ...list, ids: list.ids.slice(0, IDS_MAX) }, ...others].slice(0, USERS_MAX)
  const fresh = join(home, `${FILE}.${randomUUID()}`)
  try {
    // A memory in a database makes no folder on the machines that use it.
    createPrivateFolder(home)
    await writeFile(fresh, JSON.stringify({ lists }), { mode: 0o600, flag: 'wx' })
    await rename(fresh, join(home, FILE))
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

const FILE = 'last-list.json'
const IDS_MAX = 1_000
const USERS_MAX = 100

function readLists(home: string): LastList[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(join(home, FILE), 'utf8'))
  } catch {
    // Not there yet, or not ours: numbers are a convenience, and what is missing is said where one is typed.
    return []
  }
  const lists = (content as { readonly lists?: unknown } | null)?.lists
  return Array.isArray(lists) ? lists.filter(isList) : []
}

function isList(value: unknown): value is LastList {
  const { user, at, ids, kind, workspace, worker } = (value ?? {}) as Partial<Record<keyof LastList, unknown>>
  return (
    typeof user === 'string' &&
    Number.isFinite(at) &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string') &&
    (kind === undefined || listKinds.some((one) => one === kind)) &&
    [workspace, worker].every((name) => name === undefined || typeof name === 'string')
  )
}
