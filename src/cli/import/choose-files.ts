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
  const matcher = (glob: string) => picomatch(glob, { basename: !glob.includes('/'), strictSlashes: false })
  const outs = globs.filter((glob) => glob.startsWith('!')).map((glob) => matcher(glob.replace('!', '')))
  const ins = globs.filter((glob) => !glob.startsWith('!')).map(matcher)
  return (path) =>
    (ins.length === 0 ? isDocument(path) : ins.some((matches) => matches(path))) &&
    !outs.some((matches) => matches(path))
}

function isDocument(path: string): boolean {
  return /\.(?:md|mdx|markdown|txt)$/i.test(path)
}
