const longestLines = 400

/**
 * A file past 400 lines is split, or its first comment says why it is long.
 *
 * @param {import('./rule.mjs').Subject} subject
 * @returns {import('./rule.mjs').Finding[]}
 */
export function fileLength({ file, path }) {
  const lines = file.text.split('\n').length - 1
  if (lines <= longestLines) return []
  const [comment = ''] = /^(?:#!.*\n)?\s*(?:\/\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(file.text) ?? []
  if (/\blong\b/i.test(comment)) return []
  const message = `${lines} lines: split it, or let its first comment say why it is long`
  return [{ path, line: 1, message }]
}
