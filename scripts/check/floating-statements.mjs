import ts from 'typescript'
import { finding, walk } from './rule.mjs'

/**
 * `run(sql…)` and `helper()` without `yield*` compile, and do nothing: the statement is made and never run. The
 * same for a promise that no one waits for (`void promise` says that it is meant, `.catch` who hears of a failure).
 *
 * @param {import('./rule.mjs').Subject} subject
 * @returns {import('./rule.mjs').Finding[]}
 */
export function floatingStatements(subject) {
  /** @type {import('./rule.mjs').Finding[]} */
  const found = []
  walk(subject.file, (node) => {
    if (!ts.isExpressionStatement(node)) return
    for (const { value, isVoid } of valuesOf(node.expression)) {
      const kind = kindOf(subject.checker.getTypeAtLocation(value))
      if (kind === 'statement') found.push(finding(subject, value, 'this statement never runs: `yield*` it'))
      if (kind === 'generator') found.push(finding(subject, value, 'this generator never runs: `yield*` it'))
      if (kind === 'promise' && !isVoid && !hasFailurePath(value)) {
        found.push(finding(subject, value, 'no one waits for this promise: `await` it, or say `void`'))
      }
    }
  })
  return found
}

/**
 * The values that an expression statement throws away: both ends of `a ? b : c`, the right of `a && b`.
 *
 * @param {ts.Expression} expression
 * @returns {{ value: ts.Expression, isVoid: boolean }[]}
 */
function valuesOf(expression, isVoid = false) {
  if (ts.isParenthesizedExpression(expression)) return valuesOf(expression.expression, isVoid)
  if (ts.isVoidExpression(expression)) return valuesOf(expression.expression, true)
  if (ts.isConditionalExpression(expression)) {
    return [...valuesOf(expression.whenTrue, isVoid), ...valuesOf(expression.whenFalse, isVoid)]
  }
  if (ts.isBinaryExpression(expression)) {
    if (isAssignment(expression.operatorToken.kind)) return []
    return [...valuesOf(expression.left, isVoid), ...valuesOf(expression.right, isVoid)]
  }
  return [{ value: expression, isVoid }]
}

/** @param {ts.SyntaxKind} kind */
function isAssignment(kind) {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

/**
 * @param {ts.Type} type
 * @returns {'statement' | 'generator' | 'promise' | undefined}
 */
function kindOf(type) {
  if (type.isUnion()) return type.types.map(kindOf).find((kind) => kind !== undefined)
  const names = [type.symbol?.name, type.aliasSymbol?.name]
  if (names.includes('Stmt')) return 'statement'
  if (names.includes('Tx') || names.includes('Generator') || names.includes('AsyncGenerator'))
    return 'generator'
  return type.getProperty('then') === undefined ? undefined : 'promise'
}

/**
 * True for `promise.catch(…)` and `promise.then(…, …)`: whatever happens, someone hears of it.
 *
 * @param {ts.Expression} expression
 */
function hasFailurePath(expression) {
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false
  const method = expression.expression.name.text
  return (
    (method === 'catch' && expression.arguments.length === 1) ||
    (method === 'then' && expression.arguments.length === 2)
  )
}
