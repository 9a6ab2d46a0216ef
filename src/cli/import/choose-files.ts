import { clip } from '../../text/clip.js'
import { UsageError } from '../arguments/usage-error.js'
import { printableLine } from '../wording/printable.js'
import { ignoreRulesOf } from './ignore-rules.js'
import type { Chooser } from './walk-folder.js'

/**
 * Of a folder of documents: Markdown and text that no ignore file names, or what `globs` mean. A glob without a slash goes
 * by the name alone; one that begins with `!` leaves out.
 */
export async function documentChooser(root: string, globs: readonly string[]): Promise<Chooser> {
  const rules = await ignoreRulesOf(root)
  const isMeant = await meantBy(globs)
  return {
    enter: rules.enter,
    leaves(path, isFolder) {
      if (isFolder && /(?:^|\/)node_modules$/.test(path)) return 'node_modules'
      if (rules.isIgnored(path, isFolder)) return 'named in an ignore file'
      if (isFolder || isMeant(path)) return undefined
      return globs.length === 0 ? 'neither Markdown nor text' : 'not what --glob means'
    },
  }
}

async function meantBy(globs: readonly string[]): Promise<(path: string) => boolean> {
  if (globs.length === 0) return isDocument
  const { default: picomatch } = await import('picomatch')
  const matcher = (glob: string) => {
    if (glob === '' || glob.length > GLOB_MAX_CHARS) throw cannotRead(glob)
    try {
      return picomatch(glob, { basename: !glob.includes('/'), strictSlashes: false, strictBrackets: true })
    } catch {
      throw cannotRead(glob)
    }
  }
  const outs = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcher(glob.replace('!', '')))
  const ins = globs.filter((glob) => !glob.startsWith('!')).map(matcher)
  return (path) =>
    (ins.length === 0 ? isDocument(path) : ins.some((matches) => matches(path))) &&
    !outs.some((matches) => matches(path))
}

const GLOB_MAX_CHARS = 1_000

function cannotRead(glob: string): UsageError {
  const shown = printableLine(clip(glob, 60))
  return new UsageError(
    glob.length > GLOB_MAX_CHARS
      ? `--glob is longer than ${GLOB_MAX_CHARS} characters`
      : `--glob cannot be read: ${shown === '' ? 'it is empty' : shown}`,
    "write it like --glob 'docs/**/*.md', with each bracket closed",
  )
}

function isDocument(path: string): boolean {
  return /\.(?:md|mdx|markdown|txt)$/i.test(path)
}
