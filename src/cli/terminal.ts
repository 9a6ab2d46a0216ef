import { fileTrouble } from './file-trouble.js'
import { createStyle, type Style, wantsColour } from './wording/style.js'

/** The way to the person, or to the program behind the pipe. Results go to `out`, all else to `note`. */
export interface Terminal {
  /** A person is there to answer: input and notes are a terminal. */
  readonly isInteractive: boolean
  /** Input is piped or a file. */
  readonly isPiped: boolean
  /** Notes may be overwritten in place, for progress. */
  readonly canRedraw: boolean
  readonly columns: number
  /** The flags that name the memory of a command, for the hints beneath it: `--workspace acme/web`. */
  readonly place?: string
  readonly style: Style
  /** For what goes to `note`. */
  readonly noteStyle: Style
  readonly input: NodeJS.ReadStream
  readonly notes: NodeJS.WriteStream
  readonly results: NodeJS.WriteStream
  out(text: string): void
  note(text: string): void
}

const DEFAULT_COLUMNS = 100
const MAX_COLUMNS = 120
const MIN_COLUMNS = 40

/** This process's own streams. A reader that goes away (`| head`) or a full disk ends the output, not the work. */
export function createTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr, env } = process
  const open = new Set<NodeJS.WriteStream>([stdout, stderr])
  for (const stream of open) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      open.delete(stream)
      if (error.code === 'EPIPE') return
      // Whatever the work itself comes to: who looks for its result in a file must not take this for success.
      process.once('exit', () => {
        process.exitCode = 1
      })
      write(stderr, `recollect: the output cannot be written: ${fileTrouble(error) ?? error.message}`)
    })
  }
  const write = (stream: NodeJS.WriteStream, text: string) => {
    if (open.has(stream)) stream.write(`${text}\n`)
  }
  const width = stdout.isTTY ? stdout.columns : undefined
  return {
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    isPiped: stdin.isTTY !== true,
    canRedraw: stderr.isTTY === true && env['TERM'] !== 'dumb',
    columns: Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, width ?? DEFAULT_COLUMNS)),
    style: createStyle(wantsColour(env, stdout.isTTY === true)),
    noteStyle: createStyle(wantsColour(env, stderr.isTTY === true)),
    input: stdin,
    notes: stderr,
    results: stdout,
    out: (text) => write(stdout, text),
    note: (text) => write(stderr, text),
  }
}
