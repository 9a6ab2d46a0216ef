/** An element of an answer in XML: its name, its text, and the elements in it. */
export interface XmlElement {
  readonly name: string
  readonly text: string
  readonly children: readonly XmlElement[]
}

/**
 * Reads the XML that object stores answer with: elements, text, entities of characters. Undefined for anything that is
 * not whole, so that half a list is never taken for a list. Declarations of types are refused, and attributes left out.
 */
export function readXml(source: string): XmlElement | undefined {
  const open: { name: string; text: string; children: XmlElement[] }[] = []
  let root: XmlElement | undefined
  let at = source.startsWith('\ufeff') ? 1 : 0
  for (;;) {
    const start = source.indexOf('<', at)
    const text = source.substring(at, start === -1 ? source.length : start) // slice-ok: between marks in ASCII
    const inside = open.at(-1)
    if (inside !== undefined) inside.text += text
    else if (text.trim() !== '') return undefined
    if (start === -1) return open.length === 0 ? root : undefined
    const end = source.indexOf('>', start)
    const tag = end === -1 ? undefined : TAG.exec(source.substring(start + 1, end)) // slice-ok: between marks in ASCII
    if (!tag) return undefined
    const [, closing, name = '', , empty] = tag
    at = end + 1
    if (name.startsWith('?')) continue
    if (closing === '' && root !== undefined && inside === undefined) return undefined
    if (closing === '') open.push({ name, text: '', children: [] })
    if (closing === '' && empty === undefined) {
      if (open.length > DEEPEST) return undefined
      continue
    }
    const ended = open.pop()
    if (ended?.name !== name) return undefined
    const element = { name, text: withCharacters(ended.text), children: ended.children }
    const parent = open.at(-1)
    if (parent === undefined) root = element
    else parent.children.push(element)
  }
}

/** The text of the first element in it that has this name; empty where there is none. */
export function textIn(element: XmlElement | undefined, name: string): string {
  return element?.children.find((child) => child.name === name)?.text ?? ''
}

const TAG = /^(\/?)(\??[A-Za-z][\w.:-]*)((?:\s[^<>]*?)?)(\/|\?)?$/
const DEEPEST = 16

function withCharacters(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
