// What `npm start` and `npm test` run first: packages installed as the lockfile says, `dist/` built from `src/`.
// `--packages` leaves the build out, `--rebuild` builds even when nothing changed.
// It runs on a fresh clone, so it uses nothing but Node, and it must cost next to nothing when all is there.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesUnder } from './files-under.mjs'

const oldestNode = { major: 20, minor: 11 }
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inRoot = (/** @type {string[]} */ ...parts) => join(root, ...parts)

process.chdir(root)
checkNode()
if (!isInstalled()) install()
if (!process.argv.includes('--packages')) buildDist(process.argv.includes('--rebuild'))

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const { major: oldest, minor: oldestMinor } = oldestNode
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return
  fail(`Node ${process.versions.node} is too old: Recollect needs Node ${oldest}.${oldestMinor} or newer.`)
}

/** npm notes what it installed in a lockfile of its own: same versions there, and a SQLite that loads, is installed. */
function isInstalled() {
  const noted = inRoot('node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const wanted = Object.entries(readJson(inRoot('package-lock.json')).packages)
  const present = readJson(noted).packages
  for (const [path, { version, optional }] of wanted) {
    if (path === '') continue
    if (present[path] === undefined ? !optional : present[path].version !== version) return false
  }
  return sqliteLoads()
}

/** False where it was never compiled, or was compiled for another version of Node. */
function sqliteLoads() {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch (error) {
    say(`SQLite does not load (${firstLine(error)}), installing again`)
    return false
  }
}

function install() {
  const missing = missingCompilerParts()
  say('installing packages; where no ready-made SQLite can be had it is compiled once, about two minutes')
  if (missing.length > 0) say(`not found, needed if SQLite must be compiled: ${missing.join(', ')}`)
  const env = { ...process.env }
  const nodeDir = localHeaders()
  // node-gyp would download the headers it can find beside the node that runs
  if (nodeDir !== undefined && env.npm_config_nodedir === undefined) env.npm_config_nodedir = nodeDir
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  const [command = 'npm', ...first] = npm
  const done = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund'], { stdio: 'inherit', env })
  if (done.status !== 0) {
    const hint =
      missing.length > 0
        ? `Install ${missing.join(', ')} (Debian, Ubuntu: apt-get install python3 make g++) and try again.`
        : 'See the output of npm above.'
    fail(`Packages could not be installed. ${hint}`)
  }
  if (!sqliteLoads()) {
    fail('better-sqlite3 was installed but does not load; is `ignore-scripts` set in your npm configuration?')
  }
}

function missingCompilerParts() {
  const anyOf = [['python3', 'python'], ['make'], ['g++', 'c++', 'clang++']]
  if (process.platform === 'win32') return []
  return anyOf.filter((names) => !names.some(isOnPath)).map(([name]) => name)
}

function isOnPath(/** @type {string} */ name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

function localHeaders() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include', 'node', 'node.h')) ? prefix : undefined
}

/** Builds into a folder of its own and swaps it in, so that no one ever runs half a build. */
function buildDist(/** @type {boolean} */ always) {
  const stamp = inRoot('node_modules', '.cache', 'recollect', 'dist-source')
  const source = sourceHash()
  const isFresh = existsSync(inRoot('dist')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source
  if (isFresh && !always) return
  say('building dist')
  const fresh = inRoot('build', `dist-${process.pid}`)
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc')
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const steps = [
    [tsc, '-p', 'tsconfig.build.json', '--outDir', fresh],
    [inRoot('scripts', 'bundle.mjs'), join(fresh, 'bin')],
    [vite, 'build', inRoot('web'), '--outDir', join(fresh, 'web'), '--logLevel', 'warn'],
  ]
  for (const step of steps) {
    if (spawnSync(process.execPath, step, { stdio: 'inherit' }).status === 0) continue
    rmSync(fresh, { recursive: true, force: true })
    fail('The build failed: see the messages above.')
  }
  swapIn(fresh)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, source)
}

/** Two builds may run at once, from the same source: the one that comes second to the swap gives way. */
function swapIn(/** @type {string} */ fresh) {
  const old = `${fresh}-old`
  try {
    // Out of the way in one step, so that nobody meets half a build.
    if (existsSync(inRoot('dist'))) renameSync(inRoot('dist'), old)
    renameSync(fresh, inRoot('dist'))
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(inRoot('dist'))) throw error
  }
  rmSync(old, { recursive: true, force: true })
}

function sourceHash() {
  const hash = createHash('sha256')
  const files = ['src', 'web'].flatMap((folder) =>
    filesUnder(inRoot(folder)).map((file) => join(folder, file)),
  )
  const all = [
    ...files.filter((file) => !/\.test\.tsx?$/.test(file)),
    'tsconfig.json',
    'tsconfig.build.json',
    'scripts/bundle.mjs',
    'package-lock.json',
  ]
  for (const file of all)
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

function readJson(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function firstLine(/** @type {unknown} */ error) {
  return error instanceof Error ? error.message.split('\n')[0] : String(error)
}

function say(/** @type {string} */ message) {
  console.error(`recollect: ${message}`)
}

/** @returns {never} */
function fail(/** @type {string} */ message) {
  say(message)
  process.exit(1)
}
