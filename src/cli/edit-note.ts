import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { MemoryError } from '../errors.js'
import { printableLine } from './wording/printable.js'

/** What is said to who edits, and how what they wrote is read. */
export interface Editing {
  /** Lines below the text, each a comment. */
  readonly explanation: string
  /** What to write where there is no editor. */
  readonly instead: string
  /** Whether blank lines at its ends are part of it. */
  readonly keepsEnds: boolean
}

/**
 * Opens a person's editor on a private file and gives what they wrote, without the lines that explain it. The file
 * and whatever the editor lays beside it are removed in every case. Throws `unsupported` where no editor can be
 * started or it fails, and `invalid_input` for what is not text.
 */
export async function editNote(
  text: string,
  env: NodeJS.ProcessEnv,
  { explanation, instead, keepsEnds }: Editing = NOTE,
): Promise<string> {
  const editor = editorOf(env, instead)
  const folder = await mkdtemp(join(tmpdir(), 'recollect-note-'))
  try {
    const file = join(folder, 'note.md')
    await writeFile(file, `${text}\n${SCISSORS}\n${explanation}\n`, { mode: 0o600, flag: 'wx' })
    await runEditor(editor, file)
    const written = await readNote(file, editor)
    return keepsEnds ? textIn(written) : noteIn(written)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What was written above the scissors line, without the blank lines at its ends. */
export function noteIn(content: string): string {
  return textIn(content).replace(/^\n+|\s+$/g, '')
}

/** The whole where the line was deleted. The last one counts: the first may be quoted. */
function textIn(content: string): string {
  const lines = content.replace(/^\ufeff/, '').split(/\r?\n/)
  const end = lines.lastIndexOf(SCISSORS)
  if (end !== -1) return lines.slice(0, end).join('\n')
  // Editors end the last line, too.
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).join('\n')
}

const SCISSORS = '# ------------------------ >8 ------------------------'
const NOTE: Editing = {
  explanation: [
    '# Write your note above this line; this line and all below it are left out.',
    '# Save and close to remember it. An empty note keeps nothing.',
  ].join('\n'),
  instead: 'recollect capture "the note"',
  keepsEnds: false,
}

/** What a person chose, else the friendliest there is. */
function editorOf({ VISUAL, EDITOR, PATH, TERM }: NodeJS.ProcessEnv, instead: string): string {
  const chosen = [VISUAL, EDITOR].find((editor) => editor !== undefined && editor.trim() !== '')
  if (chosen !== undefined) return chosen
  const found = TERM === 'dumb' ? undefined : FALLBACKS.find((name) => isOnPath(name, PATH ?? ''))
  if (found !== undefined) return found
  throw new MemoryError(
    'unsupported',
    'there is no editor to write in',
    `name yours, e.g. export EDITOR=nano; or write ${instead}`,
  )
}

const FALLBACKS = process.platform === 'win32' ? ['notepad.exe'] : ['nano', 'vim', 'vi']

function isOnPath(name: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      // Not in this folder: the next may have it.
      return false
    }
  })
}

async function runEditor(editor: string, file: string): Promise<void> {
  const { code, signal } = await ended(start(editor, file), editor)
  if (code === 0) return
  const shown = printableLine(editor)
  if (code === NOT_FOUND || code === NOT_EXECUTABLE) throw cannotStart(editor)
  throw new MemoryError(
    'unsupported',
    `${shown} ${signal === null ? `ended with ${code}` : `was stopped by ${signal}`}: nothing was kept`,
    'save and leave the editor in its usual way; in vim that is :wq',
  )
}

// What a shell says of a program that it cannot start.
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126

/** Through the shell, as git does: people write `code --wait` into EDITOR. */
function start(editor: string, file: string): ChildProcess {
  return process.platform === 'win32'
    ? spawn(`${editor} "${file}"`, { stdio: 'inherit', shell: true })
    : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' })
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Ctrl-C in an editor is the editor's; what ends this process ends the editor first, so that the file is removed. */
async function ended(child: ChildProcess, editor: string): Promise<Ended> {
  const ignore = () => undefined
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', ignore)
  for (const signal of ENDING) process.on(signal, passOn)
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', () => reject(cannotStart(editor)))
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
  } finally {
    process.off('SIGINT', ignore)
    for (const signal of ENDING) process.off(signal, passOn)
  }
}

const ENDING = ['SIGTERM', 'SIGHUP'] as const

function cannotStart(editor: string): MemoryError {
  return new MemoryError(
    'unsupported',
    `the editor cannot be started: ${printableLine(editor)}`,
    'VISUAL or EDITOR names it; name one that is installed, e.g. export EDITOR=nano',
  )
}

async function readNote(file: string, editor: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    throw new MemoryError(
      'unsupported',
      `${printableLine(editor)} left no file behind`,
      'save under the name that the editor was given',
      { cause: error },
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new MemoryError(
      'invalid_input',
      'what was written is not UTF-8 text',
      'set the editor to write UTF-8',
      {
        cause: error,
      },
    )
  }
}
