import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { lineChanges } from '../../document/library/line-changes.js'
import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import type { HookClient } from '../hooks/payload.js'
import { backupOf, readSettings, type SettingsFile, writeSettings } from '../setup/settings-file.js'
import { type SetupFile, setupFiles } from '../setup/setup-files.js'
import { tell } from '../tell.js'
import { hookWords, isRunByNpx, refusePassword, serverCommand, unseenStore } from '../this-program.js'
import { printable, printableLine } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Sets up a coding agent, or takes it back: shows what would change in its files, asks, and does it. */
export async function runSetup(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, flags } = call
  const client = String(input['client']) as HookClient
  const isUndo = input['undo'] === true
  refuseMovedSettings(client)
  if (!isUndo) refusePassword(flags)
  const home = homedir()
  const files = setupFiles(client, home, serverCommand(flags), hookWords(flags))
  const changes = await Promise.all(files.map((file) => (isUndo ? undoing(file, home) : doing(file, home))))
  const changed = changes.filter(({ before, after }) => before !== after)
  const answer = {
    client,
    files: changes.map(({ path, before, after }) => ({
      path,
      change: before === after ? 'none' : after === null ? 'removed' : before === null ? 'made' : 'changed',
      diff: diffOf(path, before, after),
    })),
    done: changed.length > 0 && input['dry-run'] !== true,
  }
  if (changed.length === 0) {
    show(call, answer, () => '')
    if (!flags.json && !flags.quiet)
      tell(terminal, isUndo ? 'There is nothing of Recollect in its settings.' : 'It is set up already.')
    return 0
  }
  if (!flags.json) terminal.out(printable(answer.files.map(({ diff }) => diff).join('')))
  if (input['dry-run'] === true) {
    if (flags.json) show(call, answer, () => '')
    else if (!flags.quiet) tell(terminal, 'Nothing was written.')
    return 0
  }
  if (!(await isAgreed(call))) {
    if (!flags.quiet) tell(terminal, 'Nothing was written.')
    return 1
  }
  for (const change of changed) await carryOut(change)
  if (flags.json) show(call, answer, () => '')
  else if (!flags.quiet) sayWhatNow(call, client, isUndo, changed)
  return 0
}

interface Change {
  readonly path: string
  readonly before: string | null
  /** Null: the file goes. */
  readonly after: string | null
  /** What is kept of the file as it was; null: nothing is, or it stays as it is kept. */
  readonly backup: string | null
  /** Whether the backup has served. */
  readonly endsBackup: boolean
}

async function doing(file: SetupFile, home: string): Promise<Change> {
  const { path, text } = await readSettings(file.path, home)
  const after = file.with(text)
  if (after === null) throw notUnderstood(file)
  // A backup is of what was there before us.
  const backup = text !== null && text !== after && !file.holds(text) ? text : null
  return { path, before: text, after, backup, endsBackup: text === null }
}

/** Back to what was there where nothing has changed since; else without our entries. */
async function undoing(file: SetupFile, home: string): Promise<Change> {
  const { path, text }: SettingsFile = await readSettings(file.path, home)
  const unchanged = { path, before: text, after: text, backup: null, endsBackup: false }
  if (text === null) return unchanged
  const { text: kept } = await readSettings(backupOf(path), home)
  if (file.holds(text) && file.with(kept) === text) return { ...unchanged, after: kept, endsBackup: true }
  const after = file.without(text)
  if (after === null) throw notUnderstood(file)
  return { ...unchanged, after }
}

async function carryOut({ path, after, backup, endsBackup }: Change): Promise<void> {
  if (backup !== null) await writeSettings(backupOf(path), backup)
  if (after === null) await rm(path)
  else await writeSettings(path, after)
  if (endsBackup) await rm(backupOf(path), { force: true })
}

function notUnderstood({ path, paste }: SetupFile): MemoryError {
  return new MemoryError(
    'conflict',
    `${printableLine(path)} has comments, or is written in a way that cannot be changed safely`,
    `put this beside what is there (or take it out) yourself:\n${paste}`,
  )
}

/** Settings that were moved by a variable are read there, and not where we would write them. */
function refuseMovedSettings(client: HookClient): void {
  const name = client === 'codex' ? 'CODEX_HOME' : client === 'claude-code' ? 'CLAUDE_CONFIG_DIR' : undefined
  if (name === undefined || (process.env[name] ?? '') === '') return
  throw new MemoryError(
    'conflict',
    `${name} is set, so its settings are not where they usually are`,
    `unset it for this call, or put there yourself what this shows: ${name}= recollect setup ${client} --dry-run`,
  )
}

async function isAgreed({ terminal, input }: CommandCall): Promise<boolean> {
  if (input['yes'] === true) return true
  if (!terminal.isInteractive)
    throw new UsageError('nobody is there to be asked', 'add --yes, or --dry-run to look only')
  return confirm(terminal, 'Write this?')
}

function diffOf(path: string, before: string | null, after: string | null): string {
  if (before === after) return ''
  const { hunks } = lineChanges(before ?? '', after ?? '')
  return [
    `--- ${before === null ? '(no file)' : path}`,
    `+++ ${after === null ? '(no file)' : path}`,
    ...hunks.flatMap(({ oldLine, newLine, lines }) => [`@@ line ${oldLine}, now ${newLine} @@`, ...lines]),
    '',
  ].join('\n')
}

function sayWhatNow(
  { terminal, flags }: CommandCall,
  client: HookClient,
  isUndo: boolean,
  changed: readonly Change[],
): void {
  if (isUndo) {
    tell(terminal, `Taken back. Start ${titles[client]} anew.`)
    return
  }
  const kept = changed.filter(({ backup }) => backup !== null)
  if (kept.length > 0)
    tell(terminal, `What was there before: ${kept.map(({ path }) => backupOf(path)).join(', ')}`)
  tell(terminal, `Start ${titles[client]} anew; recollect setup ${client} --undo takes it back.`)
  const unseen = unseenStore(flags)
  if (unseen !== null) tell(terminal, unseen)
  if (client === 'codex') tell(terminal, 'Codex asks once whether you trust these hooks: /hooks')
  if (isRunByNpx())
    terminal.note(
      terminal.noteStyle.bad(
        'This recollect runs from the cache of npx, which may be emptied: install it first, and run this again.',
      ),
    )
}

const titles: Readonly<Record<HookClient, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
}
