// Types, and the rules of this code base that no ready-made linter knows, in one pass of the compiler: reading the
// source and its libraries is most of the cost, so it is done once. One rule a file in scripts/check.

import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { ambientTime } from './check/ambient-time.mjs'
import { bankInSql } from './check/bank-in-sql.mjs'
import { fileLength } from './check/file-length.mjs'
import { floatingStatements } from './check/floating-statements.mjs'
import { htmlFromText } from './check/html-from-text.mjs'
import { textCuts } from './check/text-cuts.mjs'

const rules = [floatingStatements, htmlFromText, bankInSql, textCuts, ambientTime, fileLength]

const root = process.cwd()
const checked = [check('tsconfig.json'), check('web/tsconfig.json', ['web', 'test/dashboard'])]
const diagnostics = checked.flatMap((one) => one.diagnostics)
const findings = checked.flatMap((one) => one.findings)

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

/**
 * Types and rules of a program; of what lies in `folders` alone where they are named: the dashboard takes types from src,
 * which is checked with its own settings.
 *
 * @param {string} configFile
 * @param {readonly string[]} [folders]
 */
function check(configFile, folders) {
  const program = load(configFile)
  const checker = program.getTypeChecker()
  const files = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileFromExternalLibrary(file) && !file.isDeclarationFile)
    .map((file) => ({ file, path: relative(root, file.fileName).replaceAll('\\', '/') }))
    .filter(({ path }) => folders === undefined || folders.some((folder) => path.startsWith(`${folder}/`)))
  return {
    diagnostics:
      folders === undefined
        ? ts.getPreEmitDiagnostics(program)
        : [
            ...program.getOptionsDiagnostics(),
            ...program.getGlobalDiagnostics(),
            ...files.flatMap(({ file }) => [
              ...program.getSyntacticDiagnostics(file),
              ...program.getSemanticDiagnostics(file),
            ]),
          ],
    findings: files.flatMap(({ file, path }) => rules.flatMap((rule) => rule({ file, path, checker }))),
  }
}

/** @param {string} configFile */
function load(configFile) {
  const { config, error } = ts.readConfigFile(configFile, ts.sys.readFile)
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(join(root, configFile)),
    undefined,
    join(root, configFile),
  )
  const [first] = errors
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'))
  return ts.createProgram(fileNames, { ...options, incremental: false })
}
