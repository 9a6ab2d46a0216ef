/** What a model's answer holds, or why it holds nothing that can be relied on. */
export type Repaired =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: AnswerProblem }

/**
 * `empty`: no text; `prose`: no JSON in it; `cut`: it ends in the middle of a value; `broken`: what stands there is no
 * JSON, or only a part of it is; `several`: more than one value, of which none is known to be the answer.
 */
export type AnswerProblem = 'empty' | 'prose' | 'cut' | 'broken' | 'several'

/**
 * Reads the JSON of an answer. What models put around it is left out: thoughts, fences, sentences before and behind.
 * Commas before a closing bracket and line breaks inside of strings are mended, because they take nothing away. Nothing
 * else is: a value that ends too early, or stands beside another, might be half of the answer, and half of it is worse
 * than none (S16). Takes time in proportion to the text, whatever it is.
 */
export function repairJson(text: string): Repaired {
  const given = text.replace(/^\ufeff/, '').trim()
  if (given === '') return failed('empty')
  const whole = parsed(given)
  if (whole !== undefined) return { ok: true, value: whole.value }
  const said = withoutThoughts(given)
  if (said === undefined) return failed('cut')
  return valueIn(said)
}

function valueIn(text: string): Repaired {
  const spans = spansOf(text)
  if (typeof spans === 'string') return failed(spans)
  const values: unknown[] = []
  for (const span of spans) {
    const found = parsed(span) ?? parsed(mended(span))
    if (found !== undefined) values.push(found.value)
    // Braces in a sentence are a way to write; with a quote between them they are a value that went wrong.
    else if (span.includes('"')) return failed('broken')
  }
  if (values.length === 0) return failed('prose')
  // A number in square brackets beside the answer refers to something.
  const answers = values.length === 1 ? values : values.filter((value) => !isReference(value))
  return answers.length === 1 ? { ok: true, value: answers[0] } : failed('several')
}

/** Some models think before they answer, in a tag; undefined where they never stopped. */
function withoutThoughts(text: string): string | undefined {
  if (!text.startsWith(THOUGHTS)) return text
  const end = text.indexOf(END_OF_THOUGHTS)
  return end === -1 ? undefined : text.substring(end + END_OF_THOUGHTS.length) // slice-ok: behind ASCII
}

const THOUGHTS = '<think>'
const END_OF_THOUGHTS = '</think>'

/** Every stretch from an outermost opening bracket to its closing one, or why there can be none. */
function spansOf(text: string): string[] | 'cut' | 'broken' {
  const spans: string[] = []
  const open: string[] = []
  let start = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (isInString) {
      if (char === '\\') at++
      else if (char === '"') isInString = false
    } else if (char === '"') {
      // Outside of brackets it is a sentence that quotes.
      isInString = open.length > 0
    } else if (char === '{' || char === '[') {
      if (open.length === 0) start = at
      open.push(char === '{' ? '}' : ']')
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) return 'broken'
      if (open.length > 0) continue
      if (spans.length === MOST_SPANS) return 'broken'
      spans.push(text.substring(start, at + 1)) // slice-ok: between brackets
    }
  }
  return open.length > 0 ? 'cut' : spans
}

/** Each may be refused by the parser twice, which is slow; no answer has so many. */
const MOST_SPANS = 100

/** Without commas before a closing bracket, and with the control characters of strings as JSON writes them. */
function mended(span: string): string {
  const parts: string[] = []
  let isInString = false
  let comma = -1
  for (let at = 0; at < span.length; at++) {
    const char = span.charAt(at)
    if (isInString) {
      parts.push(char < ' ' ? JSON.stringify(char).slice(1, -1) : char) // slice-ok: the quotes around one character
      if (char === '\\') parts.push(span.charAt(++at))
      else if (char === '"') isInString = false
      continue
    }
    if (comma !== -1 && (char === '}' || char === ']')) parts[comma] = ''
    if (char === ',') comma = parts.length
    else if (!/\s/.test(char)) comma = -1
    if (char === '"') isInString = true
    parts.push(char)
  }
  return parts.join('')
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isReference(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'number')
}

const failed = (problem: AnswerProblem): Repaired => ({ ok: false, problem })
