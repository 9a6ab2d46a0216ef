/** Parts an explicit id from the end of a heading: `{#id}`, `{#id .class}`, `{.class #id}`, and MDX's comment with an id alone. */
export function takeExplicitId(content: string): { readonly id: string | undefined; readonly rest: string } {
  const trimmed = content.trimEnd()
  const none = { id: undefined, rest: content }
  if (!trimmed.endsWith('}')) return none
  const open = trimmed.lastIndexOf('{')
  if (open === -1 || isEscaped(trimmed, open)) return none
  const inner = trimmed.substring(open + 1, trimmed.length - 1) // slice-ok: cut at ASCII
  const id = COMMENT.exec(inner)?.[1] ?? idOf(inner)
  if (id === undefined || id.length > MAX_CHARS) return none
  return { id, rest: trimmed.substring(0, open).trimEnd() } // slice-ok: cut at ASCII
}

/** Longer is no address that anyone wrote. */
const MAX_CHARS = 200

// react.dev writes its headings so, and Docusaurus with the sign.
const COMMENT = /^\/\*\s*#?([^\s*{}#]+)\s*\*\/$/

/** Of attributes: `#id`, classes, `name=value`. */
function idOf(attributes: string): string | undefined {
  const words = attributes.trim().split(/\s+/)
  if (!words.every((word) => /^[#.][^\s#]|^[\w-]+=/.test(word))) return undefined
  return words.find((word) => word.startsWith('#'))?.substring(1) // slice-ok: cut at ASCII
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text.charAt(before - 1) === '\\') before--
  return (at - before) % 2 === 1
}
