import jsonc from 'jsonc-parser'

/** What of a settings file is ours: at a path, or an element of the list at a path. */
export interface JsonEntry {
  readonly path: readonly string[]
  /** Which element of the list there is ours; absent where the path itself leads to it. */
  readonly isOurs?: (element: unknown) => boolean
  readonly value: unknown
}

/**
 * The text with our entries in it; all else stays byte for byte. Null where the text is no plain JSON (comments, a slip), or
 * holds something else where an object of ours would go: what a person wrote there could be lost. A text that is absent or blank becomes one of ours.
 */
export function withEntries(
  text: string | null,
  base: Readonly<Record<string, unknown>>,
  entries: readonly JsonEntry[],
): string | null {
  let edited = text === null || text.trim() === '' ? `${JSON.stringify(base, null, 2)}\n` : text
  if (parsed(edited) === undefined) return null
  for (const entry of entries) {
    if (!leadsTo(parsed(edited), entry.path)) return null
    const there = at(parsed(edited), entry.path)
    if (entry.isOurs === undefined) {
      if (!isSame(there, entry.value)) edited = set(edited, entry.path, entry.value)
      continue
    }
    if (there !== undefined && !Array.isArray(there)) return null
    const place = (there ?? []).findIndex(entry.isOurs)
    if (there === undefined) edited = set(edited, entry.path, [entry.value])
    else if (place === -1) edited = insert(edited, [...entry.path, there.length], entry.value)
    else if (!isSame(there[place], entry.value)) edited = set(edited, [...entry.path, place], entry.value)
  }
  return parsed(edited) === undefined ? null : edited
}

/** Whether what stands on the way to a path, as far as there is anything, are objects. */
function leadsTo(value: unknown, path: readonly string[]): boolean {
  return path.every((_, length) => {
    const holder = at(value, path.slice(0, length)) // slice-ok: a list
    return holder === undefined || (typeof holder === 'object' && holder !== null && !Array.isArray(holder))
  })
}

/** The text without our entries, and without what holds nothing any more. Null where it is no plain JSON. */
export function withoutEntries(text: string, entries: readonly JsonEntry[]): string | null {
  let edited = text
  if (parsed(edited) === undefined) return null
  for (const { path, isOurs } of entries) {
    const there = at(parsed(edited), path)
    if (there === undefined) continue
    if (isOurs === undefined) edited = set(edited, path, undefined)
    else if (Array.isArray(there)) {
      const places = there.flatMap((element, index) => (isOurs(element) ? [index] : []))
      for (const place of places.reverse()) edited = set(edited, [...path, place], undefined)
      if (places.length === 0) continue
    }
    for (let length = path.length; length > 0; length--) {
      const holder = path.slice(0, length) // slice-ok: a list
      const left = at(parsed(edited), holder)
      if (left === undefined) continue
      if (typeof left !== 'object' || left === null || Object.keys(left).length > 0) break
      edited = set(edited, holder, undefined)
    }
  }
  return edited
}

/** Whether one of our entries is there, as it should be or not. */
export function holdsEntry(text: string, entries: readonly JsonEntry[]): boolean {
  const value = parsed(text)
  return entries.some(({ path, isOurs }) => {
    const there = at(value, path)
    if (isOurs === undefined) return there !== undefined
    return Array.isArray(there) && there.some(isOurs)
  })
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  let here = value
  for (const name of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return here
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

type Path = readonly (string | number)[]

/** Puts a value at a path, in the place of what is there; undefined takes it out. Objects on the way are made. */
function set(text: string, path: Path, value: unknown): string {
  const tree = jsonc.parseTree(text)
  const there = tree && jsonc.findNodeAtLocation(tree, [...path])
  if (value === undefined) return there === undefined ? text : cutOut(text, there)
  if (there !== undefined)
    return spliced(
      text,
      there.offset,
      there.offset + there.length,
      asJson(value, text, indentAt(text, there.offset)),
    )
  const parent = path.slice(0, -1) // slice-ok: a list
  const holder = tree && jsonc.findNodeAtLocation(tree, [...parent])
  const name = String(path.at(-1))
  if (holder === undefined) return set(text, parent, { [name]: value })
  return addChild(text, holder, name, value)
}

function insert(text: string, path: Path, value: unknown): string {
  const tree = jsonc.parseTree(text)
  const list = tree && jsonc.findNodeAtLocation(tree, path.slice(0, -1)) // slice-ok: a list
  return list === undefined ? text : addChild(text, list, null, value)
}

/** Behind the last child, on the same line where the first stands beside its bracket. */
function addChild(text: string, holder: jsonc.Node, name: string | null, value: unknown): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const label = name === null ? '' : `${JSON.stringify(name)}: `
  const [first] = holder.children ?? []
  const last = holder.children?.at(-1)
  const outer = indentAt(text, holder.offset)
  if (first === undefined || last === undefined) {
    const inner = `${outer}${unitOf(text)}`
    const lines = `${end}${inner}${label}${asJson(value, text, inner)}${end}${outer}`
    return spliced(text, holder.offset + 1, holder.offset + holder.length - 1, lines)
  }
  const behind = last.offset + last.length
  // slice-ok: at the borders of what was found
  if (!text.substring(holder.offset, first.offset).includes('\n'))
    return spliced(text, behind, behind, `, ${label}${JSON.stringify(value)}`)
  const inner = indentAt(text, last.offset)
  return spliced(text, behind, behind, `,${end}${inner}${label}${asJson(value, text, inner)}`)
}

/** With the comma that parted it from the next. */
function cutOut(text: string, node: jsonc.Node): string {
  const child = node.parent?.type === 'property' ? node.parent : node
  const holder = child.parent
  const siblings = holder?.children ?? []
  const place = siblings.indexOf(child)
  const [before, next] = [siblings[place - 1], siblings[place + 1]]
  if (before !== undefined)
    return spliced(text, before.offset + before.length, child.offset + child.length, '')
  if (next !== undefined) return spliced(text, child.offset, next.offset, '')
  return holder === undefined ? text : spliced(text, holder.offset + 1, holder.offset + holder.length - 1, '')
}

function spliced(text: string, start: number, end: number, by: string): string {
  return `${text.substring(0, start)}${by}${text.substring(end)}` // slice-ok: at the borders of what was found
}

/** As the file is set already. */
function asJson(value: unknown, text: string, indent: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${end}${indent}`)
}

function unitOf(text: string): string {
  return /^([ \t]{1,8})\S/m.exec(text)?.[1] ?? '  '
}

/** What the line of a place begins with. */
function indentAt(text: string, place: number): string {
  const start = text.lastIndexOf('\n', place - 1) + 1
  return /^[ \t]*/.exec(text.substring(start, place))?.[0] ?? '' // slice-ok: at the borders of what was found
}
