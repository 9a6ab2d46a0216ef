import ts from 'typescript'

/**
 * @typedef {{ readonly file: ts.SourceFile, readonly path: string, readonly checker: ts.TypeChecker }} Subject
 * `path` is relative to the repository, with `/`.
 * @typedef {{ readonly path: string, readonly line: number, readonly message: string }} Finding
 */

/** @param {string} path */
const isTest = (path) => path.endsWith('.test.ts') || path.startsWith('test/')

/** @param {string} path */
export const isSource = (path) => path.startsWith('src/') && !isTest(path)

/**
 * @param {Subject} subject
 * @param {ts.Node} node
 * @param {string} message
 * @returns {Finding}
 */
export function finding({ file, path }, node, message) {
  return { path, line: lineOf(file, node) + 1, message }
}

/**
 * Calls `visit` for every node of the file.
 *
 * @param {ts.SourceFile} file
 * @param {(node: ts.Node) => void} visit
 */
export function walk(file, visit) {
  const step = (/** @type {ts.Node} */ node) => {
    visit(node)
    ts.forEachChild(node, step)
  }
  step(file)
}

/**
 * True where the line of the node, or the one above, says `// <word>: <a reason>`.
 *
 * @param {ts.SourceFile} file
 * @param {ts.Node} node
 * @param {string} word
 */
export function isExcused(file, node, word) {
  const lines = file.text.split('\n')
  const line = lineOf(file, node)
  const says = new RegExp(`// ${word}: \\S.{4,}`)
  return [lines[line], lines[line - 1]].some((text) => text !== undefined && says.test(text))
}

/**
 * @param {ts.SourceFile} file
 * @param {ts.Node} node
 */
function lineOf(file, node) {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line
}
