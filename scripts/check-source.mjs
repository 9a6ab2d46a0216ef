// Types, and the rules of this code base that no ready-made linter knows, in one pass of the compiler: reading the
// source and its libraries is most of the cost, so it is done once. One rule a file in scripts/check.

import { relative } from 'node:path'
import ts from 'typescript'
import { ambientTime } from './check/ambient-time.mjs'
import { bankInSql } from './check/bank-in-sql.mjs'
import { fileLength } from './check/file-length.mjs'
import { floatingStatements } from './check/floating-statements.mjs'
import { textCuts } from './check/text-cuts.mjs'

const rules = [floatingStatements, bankInSql, textCuts, ambientTime, fileLength]

const root = process.cwd()
const program = load('tsconfig.json')
const diagnostics = ts.getPreEmitDiagnostics(program)
const checker = program.getTypeChecker()
const findings = program
  .getSourceFiles()
  .filter((file) => !program.isSourceFileFromExternalLibrary(file) && !file.isDeclarationFile)
  .flatMap((file) => rules.flatMap((rule) => rule({ file, path: relative(root, file.fileName), checker })))

if (diagnostics.length > 0) {
  const host = {
    getCanonicalFileName: (/** @type {string} */ name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  }
  console.error(ts.formatDiagnostics(diagnostics, host))
}
for (const { path, line, message } of findings) console.error(`${path}:${line}: ${message}`)
process.exitCode = diagnostics.length + findings.length === 0 ? 0 : 1

/** @param {string} configFile */
function load(configFile) {
  const { config, error } = ts.readConfigFile(configFile, ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const [first] = errors
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'))
  return ts.createProgram(fileNames, { ...options, incremental: false })
}
