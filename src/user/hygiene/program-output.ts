/** Whether a text is what a program wrote: logs, traces, data, differences, markup; not what a person would. */
export function isProgramOutput(text: string): boolean {
  return (
    MARKS.some((mark) => mark.test(text)) ||
    isData(text) ||
    isLog(text) ||
    isMarkup(text) ||
    isMostlySigns(text)
  )
}

/** Each of these is enough. */
const MARKS = [
  /^Traceback \(most recent call last\)/m,
  /^[ \t]{2,20}at [^\n]{1,300}:\d+:\d+\)?$/m,
  /^[ \t]{0,20}File "[^"\n]{1,300}", line \d+/m,
  /^diff --git a\//m,
  /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m,
  /^npm (?:ERR!|error)/m,
  /^(?:exit (?:code|status):? \d+|command (?:output|exited with)|tool[_ ](?:result|output|call)s?:)/im,
  // Binary data as text.
  /[A-Za-z0-9+/]{200}/,
]

function isData(text: string): boolean {
  if (!/^[[{]/.test(text)) return false
  return (text.match(/"\s{0,4}:/g) ?? []).length >= 3
}

/** Most of its lines bear a time or a level; a single one must have both. */
function isLog(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const timed = lines.filter((line) => TIMED.test(line)).length
  const levelled = lines.filter((line) => LEVEL.test(line)).length
  if (lines.length < 3) return timed === lines.length && levelled === lines.length
  return timed * 3 >= lines.length * 2 || levelled * 3 >= lines.length * 2
}

const TIMED = /^\W{0,3}(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d/
const LEVEL = /\b(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\b/

function isMarkup(text: string): boolean {
  const closing = text.match(/<\/(?:div|span|td|tr|li|a|p|script|style|html|body|table|ul)>/gi) ?? []
  return closing.length >= 3
}

/** Tables of numbers, progress bars, addresses of memory: hardly a letter in it. */
function isMostlySigns(text: string): boolean {
  const visible = text.replace(/\s+/g, '')
  if (visible.length < FEWEST_CHARS) return false
  const letters = visible.replace(/[^\p{L}]+/gu, '').length
  return letters * 3 < visible.length
}

const FEWEST_CHARS = 40
