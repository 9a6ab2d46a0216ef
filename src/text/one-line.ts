/** Whether a text is one line: without a line break, or another control character. */
export function isOneLine(text: string): boolean {
  return !BREAK.test(text)
}

/** The text as one line: a space for each run of line breaks and control characters. */
export function asOneLine(text: string): string {
  return text.replace(BREAKS, ' ')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const BREAKS = new RegExp(`${BREAK.source}+`, 'g')
