import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const parsed = new Map<string, ts.SourceFile | undefined>()

interface Finding {
  readonly line: number
  readonly message: string
}
type Rule = (subject: { file: ts.SourceFile; path: string; checker: ts.TypeChecker }) => readonly Finding[]

/** What a rule of scripts/check finds in `text`, were it the file `path` of this repository. */
export function findingsIn(rule: Rule, path: string, text: string): readonly Finding[] {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    types: [],
    skipLibCheck: true,
    noEmit: true,
  }
  const sample = join(root, path)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === sample || fileExists(name)
  host.getSourceFile = (name, language) => {
    if (name === sample) return ts.createSourceFile(name, text, language, true)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, language))
    return parsed.get(name)
  }
  const program = ts.createProgram([sample], options, host)
  const file = program.getSourceFile(sample)
  if (file === undefined) throw new Error(`${path} was not compiled`)
  const errors = program.getSemanticDiagnostics(file)
  if (errors.length > 0) {
    throw new Error(
      `the sample does not compile: ${errors.map((e) => JSON.stringify(e.messageText)).join('; ')}`,
    )
  }
  return rule({ file, path, checker: program.getTypeChecker() })
}
