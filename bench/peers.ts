import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Installs the packages of bench/package.json where they are missing: they are no part of Recollect and of its tests.
 * Optional ones in npm's sense, so that one which cannot be had does not keep away the others.
 */
export function installPeers(): void {
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return
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

const folder = join(process.cwd(), 'bench')
