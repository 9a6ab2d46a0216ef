import ts from 'typescript'
import { finding, isExcused, isSource, walk } from './rule.mjs'

const cuts = new Set(['slice', 'substring', 'substr'])

/**
 * `.slice` on a string can cut a character in two, and what is left is no longer valid text: `clip` of src/text
 * cuts. `// slice-ok: reason` excuses a cut of text that holds ASCII only, such as our own ids.
 *
 * @param {import('./rule.mjs').Subject} subject
 * @returns {import('./rule.mjs').Finding[]}
 */
export function textCuts(subject) {
  if (!isSource(subject.path) || subject.path.startsWith('src/text/')) return []
  /** @type {import('./rule.mjs').Finding[]} */
  const found = []
  walk(subject.file, (node) => {
    if (!ts.isPropertyAccessExpression(node) || !cuts.has(node.name.text)) return
    if (!isText(subject.checker.getTypeAtLocation(node.expression))) return
    if (isExcused(subject.file, node.name, 'slice-ok')) return
    found.push(
      finding(subject, node.name, `.${node.name.text} can cut a character in two: use clip (src/text)`),
    )
  })
  return found
}

/**
 * @param {ts.Type} type
 * @returns {boolean}
 */
function isText(type) {
  if (type.isUnionOrIntersection()) return type.types.some(isText)
  return (type.flags & ts.TypeFlags.StringLike) !== 0
}
