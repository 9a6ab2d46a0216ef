import { type Marks, unitAt } from './marks.js'

// Each of these stops at what the next attempt begins with, so that many attempts are linear together.

/** Behind the `)` of what follows a link's text: `(address "title")`, from its `(`. Undefined where it is none. */
export function linkTargetEnd(marks: Marks, open: number, to: number): number | undefined {
  let at = skipSpaces(marks, open + 1, to)
  const address = addressEnd(marks, at, to)
  if (address === undefined) return undefined
  at = skipSpaces(marks, address, to)
  const title = at > address ? titleEnd(marks, at, to) : at
  if (title === undefined) return undefined
  at = skipSpaces(marks, title, to)
  return at < to && marks.text.charAt(at) === ')' ? at + 1 : undefined
}

/** More open brackets than this are no address: a bound, as every parser has one. */
const MAX_BRACKETS = 32

function addressEnd(marks: Marks, from: number, to: number): number | undefined {
  const { text } = marks
  if (text.charAt(from) === '<' && from < to) {
    for (let at = from + 1; at < to; at++) {
      const char = text.charAt(at)
      if (char === '>') return at + 1
      if (char === '<' || char === '\n' || char === '\r') return undefined
      if (char === '\\') at++
    }
    return undefined
  }
  let depth = 0
  let at = from
  for (; at < to && unitAt(marks, at) > SPACE; at++) {
    const char = text.charAt(at)
    if (char === '\\' && unitAt(marks, at + 1) > SPACE) at++
    else if (char === '(' && ++depth > MAX_BRACKETS) return undefined
    else if (char === ')' && --depth < 0) return at
  }
  return depth > 0 ? undefined : Math.min(at, to)
}

/** Behind a title at a place; the place itself where there is none. */
function titleEnd({ text }: Marks, from: number, to: number): number | undefined {
  const close = TITLES.get(text.charAt(from))
  if (close === undefined) return from
  for (let at = from + 1; at < to; at++) {
    const char = text.charAt(at)
    if (char === close) return at + 1
    if (char === '\\') at++
    else if (close === ')' && char === '(') return undefined
  }
  return undefined
}

const TITLES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
])

/** Behind `<scheme:…>` or `<name@host>`. */
export function autolinkEnd({ text }: Marks, open: number, to: number): number | undefined {
  let isAddress = false
  for (let at = open + 1; at < to; at++) {
    const unit = text.charCodeAt(at)
    if (unit === CLOSE) return isAddress ? at + 1 : undefined
    if (unit <= SPACE || unit === ANGLE) return undefined
    if (isAddress) continue
    // Of a tag, what comes first is its name.
    if (unit === COLON) isAddress = at - open > 2
    else if (unit === AT) isAddress = at - open > 1
    else if (!SCHEME_OR_NAME.test(text.charAt(at))) return undefined
  }
  return undefined
}

const SCHEME_OR_NAME = /[\w.!#$%&'*+/=?^`{|}~-]/

/** Behind a tag, a comment, a declaration or an instruction of HTML. Attributes may be named as templates name them. */
export function tagEnd(marks: Marks, open: number, to: number): number | undefined {
  const { text } = marks
  const next = text.charAt(open + 1)
  if (next === '!' || next === '?') return declarationEnd(marks, open, to)
  const isClosing = next === '/'
  let at = open + (isClosing ? 2 : 1)
  if (!/[a-z]/i.test(text.charAt(at)) || at >= to) return undefined
  while (at < to && /[\w.:-]/.test(text.charAt(at))) at++
  for (;;) {
    const from = at
    at = skipSpaces(marks, at, to)
    if (at >= to) return undefined
    const char = text.charAt(at)
    if (char === '>') return at + 1
    if (char === '/' && !isClosing) at++
    else if (at === from || isClosing) return undefined
    else {
      const attribute = attributeEnd(marks, at, to)
      if (attribute === undefined) return undefined
      at = attribute
    }
  }
}

function attributeEnd(marks: Marks, from: number, to: number): number | undefined {
  const { text } = marks
  let at = from
  while (at < to && unitAt(marks, at) > SPACE && !/["'<>/=`]/.test(text.charAt(at))) at++
  if (at === from) return undefined
  const equals = skipSpaces(marks, at, to)
  if (text.charAt(equals) !== '=' || equals >= to) return at
  at = skipSpaces(marks, equals + 1, to)
  const quote = text.charAt(at)
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1)
    return end === -1 || end >= to ? undefined : end + 1
  }
  const begin = at
  while (at < to && unitAt(marks, at) > SPACE && !/["'<>=`]/.test(text.charAt(at))) at++
  return at === begin ? undefined : at
}

function declarationEnd({ text }: Marks, open: number, to: number): number | undefined {
  const [, close] = DECLARATIONS.find(([begins]) => text.startsWith(begins, open)) ?? []
  if (close === undefined) return undefined
  const end = text.indexOf(close, open + 2)
  return end === -1 || end + close.length > to ? undefined : end + close.length
}

const DECLARATIONS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/** Whether a tag stands inside of text, so that what is before and behind it may be one word. */
export function isInlineTag(text: string, open: number, end: number): boolean {
  const name = /^<\/?([a-z][a-z0-9-]*)/i.exec(text.substring(open, Math.min(end, open + 20)))?.[1] // slice-ok: looked at only
  return name === undefined || INLINE.has(name.toLowerCase())
}

const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

function skipSpaces(marks: Marks, from: number, to: number): number {
  let at = from
  while (at < to && unitAt(marks, at) <= SPACE) at++
  return at
}

const SPACE = 0x20
const CLOSE = 0x3e // >
const ANGLE = 0x3c // <
const COLON = 0x3a
const AT = 0x40
