import ts from 'typescript'
import { finding, walk } from './rule.mjs'

const makers = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'createContextualFragment',
  'parseFromString',
  'srcdoc',
  'srcDoc',
])

/**
 * What was remembered is only ever text: nothing in the dashboard may make elements out of a string.
 *
 * @param {import('./rule.mjs').Subject} subject
 * @returns {import('./rule.mjs').Finding[]}
 */
export function htmlFromText(subject) {
  if (!subject.path.startsWith('web/')) return []
  /** @type {import('./rule.mjs').Finding[]} */
  const found = []
  walk(subject.file, (node) => {
    if (!(ts.isIdentifier(node) || ts.isStringLiteral(node)) || !makers.has(node.text)) return
    found.push(finding(subject, node, `${node.text} makes elements out of text: give text nodes`))
  })
  return found
}
