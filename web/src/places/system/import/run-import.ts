import { type CallProgress, call } from '../../../api/call.js'
import { asProblem } from '../../../api/problem.js'
import { upload } from '../../../api/upload.js'
import { type GivenFile, unzipped } from '../../../files/dropped-files.js'
import { folderOf, isBesideAgent, type PlannedFile, peopleIn, planImport } from './import-plan.js'
import { type JoinedReport, nothingYet, withFailure, withFile, withLeftOut } from './joined-report.js'

export interface ImportChoices {
  readonly asMine: boolean
  /** One's name in chats of several; '' where there are none. */
  readonly me: string
  readonly extract: boolean
  readonly keepSecrets: boolean
  readonly dryRun: boolean
}

export interface ImportTold {
  readonly signal: AbortSignal
  readonly onProgress: (progress: CallProgress) => void
  /** What became of the files so far: shown also where it is stopped. */
  readonly onReport: (report: JoinedReport) => void
}

/** Imports what was given, one file after the other. One that cannot be read does not stop the rest. */
export async function runImport(
  given: readonly GivenFile[],
  choices: ImportChoices,
  { signal, onProgress, onReport }: ImportTold,
): Promise<JoinedReport> {
  const { files, names, leftOut } = planImport(await unzipped(given))
  const people = names.length === 0 ? [] : peopleIn(await Promise.all(names.map(textOf)))
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  const agentFolders = new Set<string>()
  let report = nothingYet
  for (const [reason, count] of leftOut) report = withLeftOut(report, reason, count)
  let before = 0
  for (const planned of files) {
    signal.throwIfAborted()
    const { path, size } = planned.file
    if (isBesideAgent(path, agentFolders)) report = withLeftOut(report, 'agent', 1)
    else {
      try {
        const onBytes = (bytes: number) =>
          onProgress({ done: before + Math.min(size, bytes), total, unit: 'bytes' })
        const answer = await sendOne(planned, people, choices, { signal, onBytes, onProgress })
        if (answer.format === 'claude-code') agentFolders.add(folderOf(path))
        report = withFile(report, path, answer)
      } catch (error) {
        const problem = asProblem(error)
        if (!OF_THE_FILE.has(problem.code)) throw error
        report = withFailure(report, path, problem.message)
      }
    }
    before += size
    onProgress({ done: before, total, unit: 'bytes' })
    onReport(report)
  }
  return report
}

/** What says something about one file, and nothing about the next. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['invalid_input', 'too_large', 'not_found'])

type Sending = Pick<ImportTold, 'signal' | 'onProgress'> & { readonly onBytes: (bytes: number) => void }

async function sendOne(
  { file, session }: PlannedFile,
  people: ReturnType<typeof peopleIn>,
  { asMine, me, extract, keepSecrets, dryRun }: ImportChoices,
  { signal, onBytes, onProgress }: Sending,
) {
  const input = {
    name: file.path,
    asMine,
    extract,
    keepSecrets,
    dryRun,
    ...(me === '' ? {} : { me }),
    ...(session === undefined ? {} : { session }),
    ...(file.modifiedAt === undefined ? {} : { at: new Date(file.modifiedAt).toISOString() }),
  }
  if (session === undefined || people.length === 0)
    return upload('memory.import', await file.bytes(), input, { signal, onBytes, onProgress })
  // Who is who has no room in an address; a day of a channel is small.
  const content = await textOf(file)
  const named = people.filter(({ id }) => content.includes(id))
  return call('memory.import', { ...input, content, people: named }, { signal })
}

async function textOf(file: GivenFile): Promise<string> {
  return new TextDecoder().decode(await file.bytes())
}
