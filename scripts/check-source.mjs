// The rules of this code base that no ready-made linter knows, on the compiler's own view of the source.
// One rule a file in scripts/check; each takes a source file and reports what breaks it.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { ambientTime } from './check/ambient-time.mjs'
import { bankInSql } from './check/bank-in-sql.mjs'
import { fileLength } from './check/file-length.mjs'
import { floatingStatements } from './check/floating-statements.mjs'
import { textCuts } from './check/text-cuts.mjs'

/** @typedef {import('./check/rule.mjs').Finding} Finding */

const rules = [floatingStatements, bankInSql, textCuts, ambientTime, fileLength]

const { program, root } = load('tsconfig.json')
const findings = program
  .getSourceFiles()
  .filter((file) => !file.isDeclarationFile && !file.fileName.includes('/node_modules/'))
  .flatMap((file) => {
    const path = relative(root, file.fileName)
    return rules.flatMap((rule) => rule({ file, path, checker: program.getTypeChecker() }))
  })

for (const { path, line, message } of findings) console.error(`${path}:${line}: ${message}`)
process.exitCode = findings.length === 0 ? 0 : 1

/** @param {string} configFile */
function load(configFile) {
  const root = process.cwd()
  const { config, error } = ts.readConfigFile(join(root, configFile), (file) => readFileSync(file, 'utf8'))
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  return { program: ts.createProgram(fileNames, { ...options, incremental: false }), root }
}
