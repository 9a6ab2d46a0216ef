import { foldersOf, isIn } from './memory-path.js'

/** A file as it is listed. */
export interface ListedFile {
  readonly path: string
  readonly bytes: number
}

/** A folder as the memory tool shows it: two levels, sizes a person can read, a slash behind each folder. */
export function listingText(folder: string, files: readonly ListedFile[]): string {
  const shown = new Map<string, number>()
  const depth = folder.split('/').length
  for (const { path, bytes } of files.filter((file) => !isHidden(folder, file.path))) {
    const inside = [
      ...foldersOf(path)
        .filter((one) => isIn(folder, one))
        .map((one) => `${one}/`),
      path,
    ]
    for (const one of inside) {
      const levels = one.replace(/\/$/, '').split('/').length - depth
      if (levels <= LEVELS) shown.set(one, (shown.get(one) ?? 0) + bytes)
    }
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const lines = [...shown].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, bytes]) => line(path, bytes))
  return [
    `Here're the files and directories up to 2 levels deep in ${folder}, excluding hidden items and node_modules:`,
    line(folder, total),
    ...lines,
  ].join('\n')
}

/** A file as the memory tool shows it: `from` its first line, from 1. */
export function contentText(path: string, lines: readonly string[], from: number): string {
  return `Here's the content of ${path} with line numbers:\n${numberedLines(lines, from)}`
}

export function numberedLines(lines: readonly string[], from: number): string {
  return lines.map((text, index) => `${String(from + index).padStart(NUMBER_CHARS)}\t${text}`).join('\n')
}

/** @example sizeText(5_632) // '5.5K' */
function sizeText(bytes: number): string {
  const unit = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** unit
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${UNITS[unit]}`
}

const line = (path: string, bytes: number) => `${sizeText(bytes)}\t${path}`

function isHidden(folder: string, path: string): boolean {
  const inside = path.substring(folder.length + 1).split('/') // slice-ok: behind a folder's name
  return inside.some((part) => part.startsWith('.') || part === 'node_modules')
}

const LEVELS = 2
const NUMBER_CHARS = 6
const UNITS = ['B', 'K', 'M', 'G'] as const
