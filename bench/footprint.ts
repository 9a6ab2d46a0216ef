import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bytesUnder } from './folder-size.js'
import type { System } from './systems.js'

/** What installing a system puts on the disk. */
export interface Footprint {
  readonly packages: number
  readonly megabytes: number
}

/** Of a system with all it brings along; undefined where it is not installed. */
export function footprintOf({ peer }: System): Footprint | undefined {
  if (peer !== undefined) return closureOf('bench', [peer])
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Readonly<Record<string, string>>
  }
  const closure = closureOf('.', Object.keys(dependencies))
  return closure === undefined
    ? undefined
    : { packages: closure.packages + 1, megabytes: closure.megabytes + bytesUnder('dist') / 1e6 }
}

/** Packages of `folder/node_modules` with theirs, as npm noted them when it installed. */
function closureOf(folder: string, names: readonly string[]): Footprint | undefined {
  const noted = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return undefined
  const { packages } = JSON.parse(readFileSync(noted, 'utf8')) as { packages: Record<string, Noted> }
  const known = new Map(Object.entries(packages))
  const reached = new Set<string>()
  const visit = (name: string, from: string): void => {
    const path = nearest(known, name, from)
    if (path === undefined || reached.has(path)) return
    reached.add(path)
    const { dependencies, optionalDependencies, peerDependencies = {}, ...rest } = known.get(path) ?? {}
    const needed = Object.keys(peerDependencies).filter(
      (peer) => rest.peerDependenciesMeta?.[peer]?.optional !== true,
    )
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...needed]) {
      visit(next, path)
    }
  }
  for (const name of names) visit(name, '')
  const bytes = [...reached].reduce((sum, path) => sum + bytesUnder(join(folder, path), 'node_modules'), 0)
  return reached.size === 0 ? undefined : { packages: reached.size, megabytes: bytes / 1e6 }
}

interface Noted {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Where Node would find it: in the package's own node_modules, or further up. */
function nearest(known: ReadonlyMap<string, Noted>, name: string, from: string): string | undefined {
  for (let place = from; ; place = dirname(place)) {
    const path = place === '' || place === '.' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    if (known.has(path)) return path
    if (place === '' || place === '.') return undefined
  }
}
