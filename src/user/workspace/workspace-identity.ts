import { realpath } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'
import { MemoryError } from '../../errors.js'
import { identityOf } from '../../items/identity.js'
import { clip } from '../../text/clip.js'
import { hex } from '../../text/hex.js'
import { wellFormed } from '../../text/well-formed.js'
import { findRepository } from './find-repository.js'
import { readRemotes } from './read-git-config.js'
import { remoteName } from './remote-name.js'

/**
 * The workspace of the project that a folder belongs to: what its remote of git is called (`origin`, else the first), so
 * that all clones and worktrees of it share one memory, on whatever machine. Without such a remote, the name of its root
 * folder and a keyed hash of where that lies. Only reads files. Throws `not_found` for a folder that is none.
 *
 * @example await workspaceIdentity('.', identityKey) // 'github.com/acme/web'
 */
export async function workspaceIdentity(folder: string, identityKey: Uint8Array): Promise<string> {
  const at = await existing(folder)
  const repository = await findRepository(at)
  const remotes = readRemotes(repository?.config ?? '')
  const url = remotes.get('origin') ?? [...remotes.values()][0]
  const named = url === undefined ? undefined : remoteName(url)
  if (named !== undefined) return named.length <= NAME_MAX_CHARS ? named : shortened(named, identityKey)
  const root = repository?.root ?? at
  // A clone of a folder on this machine is that folder's.
  const origin = url === undefined || !isPath(url) ? root : resolve(root, url.replace(/^file:\/\//i, ''))
  return `${plainName(origin)}-${hashOf(origin, identityKey)}`
}

async function existing(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (cause) {
    throw new MemoryError('not_found', `no such folder: ${folder}`, 'give a folder of the project', { cause })
  }
}

function isPath(url: string): boolean {
  return /^file:\/\//i.test(url) || isAbsolute(url) || url.startsWith('.')
}

function plainName(path: string): string {
  const name = wellFormed(basename(path))
    .normalize('NFC')
    .replace(/\.git$/i, '')
    .replace(/[\s\p{Cc}\p{Cf}/\\]+/gu, '-')
  return clip(name === '' ? 'folder' : name, PLAIN_MAX_CHARS)
}

function shortened(name: string, identityKey: Uint8Array): string {
  return `${clip(name, PLAIN_MAX_CHARS)}-${hashOf(name, identityKey)}`
}

function hashOf(text: string, identityKey: Uint8Array): string {
  return hex(identityOf(identityKey, ['workspace', text]).subarray(0, HASH_BYTES))
}

// As reach.ts takes names.
const NAME_MAX_CHARS = 128
const PLAIN_MAX_CHARS = 100
const HASH_BYTES = 4
