import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Installs the packages of bench/package.json where they are missing: they are no part of Recollect and of its tests.
 * Optional ones in npm's sense, so that one which cannot be had does not keep away the others.
 */
export function installPeers(): void {
  if (isInstalled()) return
  console.error('recollect: installing the packages to compare with into bench/node_modules (600 MB)')
  const npm = process.env['npm_execpath']
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const done = spawnSync(command ?? 'npm', [...first, 'ci'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (done.status !== 0) console.error('recollect: they could not be installed; going on without them')
}

export function hasPeer(name: string): boolean {
  return existsSync(join(folder, 'node_modules', name))
}

/** A package of bench/node_modules, seen through the caller's own narrow interface of it. */
export function loadPeer<T>(name: string): T {
  return createRequire(join(folder, 'package.json'))(name) as T
}

export function peerPath(...parts: readonly string[]): string {
  return join(folder, 'node_modules', ...parts)
}

/** One that could not be had is not tried again; one of another version is. */
function isInstalled(): boolean {
  const noted = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const wanted = versionsIn(join(folder, 'package-lock.json'))
  const present = versionsIn(noted)
  return [...present].every(([path, version]) => wanted.get(path) === version)
}

function versionsIn(lockfile: string): ReadonlyMap<string, string | undefined> {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Readonly<Record<string, { readonly version?: string }>>
  }
  return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]))
}

const folder = join(process.cwd(), 'bench')
