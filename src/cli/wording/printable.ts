/**
 * A text that cannot steer the terminal it is shown on: control characters become their pictures, and what turns
 * the direction of writing around becomes U+FFFD. Remembered text is data, and a chat log may hold anything.
 * One UTF-16 unit stays one unit, so that matched spans stay true.
 */
export function printable(text: string): string {
  return text.replace(STEERING, (char) => {
    const code = char.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : '\ufffd'
  })
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text.replace(/[\n\r\t\u2028\u2029]/g, ' '))
}

// Newline and tab stay. C1 holds one-character forms of escape sequences; the last two ranges turn text around.
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/g
