import ts from 'typescript'
import { finding, isExcused, isSource, walk } from './rule.mjs'

/** Where the clock and randomness of the machine may be read; all else is given them. */
const allowed = [/^src\/clock\.ts$/, /^src\/cli\//]

/**
 * Rules that read the clock or roll dice by themselves cannot be tested: both are parameters (`Env`).
 * `// clock-ok: reason` excuses a process of its own, which no one can hand a clock.
 *
 * @param {import('./rule.mjs').Subject} subject
 * @returns {import('./rule.mjs').Finding[]}
 */
export function ambientTime(subject) {
  if (!isSource(subject.path) || allowed.some((place) => place.test(subject.path))) return []
  /** @type {import('./rule.mjs').Finding[]} */
  const found = []
  walk(subject.file, (node) => {
    const what = ambient(node)
    if (what !== undefined && !isExcused(subject.file, node, 'clock-ok'))
      found.push(finding(subject, node, `${what} here: take it from Env (src/clock.ts)`))
  })
  return found
}

/** @param {ts.Node} node */
function ambient(node) {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const name = `${node.expression.text}.${node.name.text}`
    if (name === 'Date.now' || name === 'Math.random') return name
  }
  const isDate =
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'Date'
  if (isDate && (node.arguments === undefined || node.arguments.length === 0)) return 'new Date()'
  return undefined
}
