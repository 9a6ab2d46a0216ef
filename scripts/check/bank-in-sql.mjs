import ts from 'typescript'
import { finding, isExcused, isSource, walk } from './rule.mjs'

/** Tables and views that belong to the file or server and not to a bank. All else holds some bank's rows. */
const storeTables = [
  /^store_\w+$/,
  /^schema_migration$/,
  /^sqlite_\w+$/,
  /^pragma_\w+$/,
  /^dbstat$/,
  /^pg_\w+$/,
  /^information_schema$/,
  // the index's own tables: its rows are terms of all banks and are read by erasure and doctor alone
  /^\w+_fts_(vocab|data|idx|content|docsize|config)$/,
]

const tableAfter =
  /\b(?:from|join|into|(?<!\b(?:for|do) )update)\s+(?:only\s+|lateral\s+)?([a-z_]\w*)(\s*\()?/gi

/**
 * Every statement that reads or writes the rows of a bank names the column `bank` (docs/security.md: one
 * path that forgets the filter shows one user's memory to another). `// bank-ok: reason` excuses one.
 *
 * @param {import('./rule.mjs').Subject} subject
 * @returns {import('./rule.mjs').Finding[]}
 */
export function bankInSql(subject) {
  if (!isSource(subject.path)) return []
  /** @type {import('./rule.mjs').Finding[]} */
  const found = []
  walk(subject.file, (node) => {
    if (!isSql(node) || isExcused(subject.file, node, 'bank-ok')) return
    const text = textOf(node)
    if (/\bbank\b/i.test(text)) return
    const table = tablesIn(text).find((name) => !storeTables.some((known) => known.test(name)))
    if (table === undefined || isFullText(node, text, table)) return
    found.push(finding(subject, node, `this statement reads or writes ${table} and does not mention bank`))
  })
  return found
}

/**
 * A full-text table names the bank inside the bound match expression (`match ${inBank(bank, …)}`), and its commands
 * (`insert into x_fts (x_fts) values ('rebuild')`) concern the whole index.
 *
 * @param {ts.TaggedTemplateExpression} node
 * @param {string} text
 * @param {string} table
 */
function isFullText(node, text, table) {
  if (!table.endsWith('_fts')) return false
  const isCommand = new RegExp(`\\binto\\s+${table}\\s*\\(\\s*${table}\\b`, 'i').test(text)
  return isCommand || /\bmatch\s+\$\{\s*\w+\(\w*bank\b/i.test(node.template.getText())
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.TaggedTemplateExpression}
 */
function isSql(node) {
  return ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql'
}

/**
 * The SQL of a template with that of the pieces written inside it, without comments and literals.
 *
 * @param {ts.TaggedTemplateExpression} node
 * @returns {string}
 */
function textOf({ template }) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return bare(template.text)
  const parts = [template.head.text]
  for (const { expression, literal } of template.templateSpans) {
    parts.push(` ? ${piecesIn(expression)} `, literal.text)
  }
  return bare(parts.join(''))
}

/** @param {ts.Expression} expression */
function piecesIn(expression) {
  /** @type {string[]} */
  const texts = []
  const step = (/** @type {ts.Node} */ node) => {
    if (isSql(node)) texts.push(textOf(node))
    else ts.forEachChild(node, step)
  }
  step(expression)
  return texts.join(' ')
}

/** @param {string} text */
function bare(text) {
  return text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'[^']*'/g, "''")
    .replace(/\bdistinct\s+from\b/gi, ' <> ')
}

/** @param {string} text */
function tablesIn(text) {
  const named = new Set(
    [...text.matchAll(/\b([a-z_]\w*)(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(
      ([, name]) => name,
    ),
  )
  const tables = []
  for (const [all, name = '', isCall] of text.matchAll(tableAfter)) {
    const isFunction = isCall !== undefined && !/^into\b/i.test(all)
    if (!isFunction && !named.has(name) && !/^(set|select|lateral|values)$/i.test(name)) tables.push(name)
  }
  return tables
}
