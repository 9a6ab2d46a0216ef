import { z } from 'zod'
import type { Memory } from '../../engine.js'
import { isConflict, MemoryError } from '../../errors.js'
import { parseInput } from '../../operations/parse-input.js'
import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import { requireAgent } from '../../tools/require-agent.js'
import { createMemoryFiles, type MemoryFile, type MemoryFiles } from './memory-files.js'
import { foldersOf, isIn, memoryPath, ROOT } from './memory-path.js'
import { contentText, listingText, numberedLines } from './view-text.js'

const path = z.string()

const commands = {
  view: z.object({ path, view_range: z.array(z.int()).length(2).nullish() }),
  create: z.object({ path, file_text: z.string() }),
  str_replace: z.object({ path, old_str: z.string().min(1), new_str: z.string().default('') }),
  insert: z.object({ path, insert_line: z.int(), insert_text: z.string() }),
  delete: z.object({ path }),
  rename: z.object({ old_path: path, new_path: path }),
} as const

type Commands = typeof commands
type Command = keyof Commands

/** What a command answers: the text for the tool result, and whether it failed. */
export interface MemoryToolResult {
  readonly content: string
  readonly isError: boolean
}

/**
 * A function for each command, as `betaMemoryTool` of Anthropic's SDK takes them, and `execute` for who sends tool results
 * by hand. Both take what the model wrote, whatever that is, and never throw for what is wrong with it.
 */
export type MemoryToolHandlers = { readonly [C in Command]: (command: unknown) => Promise<string> } & {
  execute(input: unknown): Promise<MemoryToolResult>
}

/**
 * Anthropic's memory tool (`memory_20250818`) over the memory records of an agent: a file is a record of the type
 * `reference` that is called like its path, so that every other agent recalls it too. `delete` needs the capability
 * `memory.forget`. Throws `invalid_input` for the memory of a person, as whom no model may speak.
 *
 * @example
 * const memory = engine.as({ user: 'ann', agent: 'claude' })
 * const { content, isError } = await memoryTool(memory).execute(toolUse.input)
 */
export function memoryTool(memory: Memory): MemoryToolHandlers {
  const { capabilities } = requireAgent(memory)
  const files = createMemoryFiles(memory, capabilities.has('memory.forget'))
  const run = async (command: Command, input: unknown): Promise<MemoryToolResult> => {
    const parsed = parseInput(commands[command], input)
    if ('problems' in parsed) return failed(`Error: ${parsed.problems.map(({ text }) => text).join('; ')}`)
    try {
      return await perform(files, command, parsed.input)
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      return failed(`Error: ${error.message}${error.hint === undefined ? '' : `; ${error.hint}`}`)
    }
  }
  const said = (command: Command) => async (input: unknown) => (await run(command, input)).content
  return {
    view: said('view'),
    create: said('create'),
    str_replace: said('str_replace'),
    insert: said('insert'),
    delete: said('delete'),
    rename: said('rename'),
    execute: async (input) => {
      const name = z.object({ command: z.enum(Object.keys(commands) as Command[]) }).safeParse(input)
      if (name.success) return run(name.data.command, input)
      return failed(`Error: command must be one of ${Object.keys(commands).join(', ')}`)
    },
  }
}

const performers: {
  [C in Command]: (files: MemoryFiles, input: z.output<Commands[C]>) => Promise<MemoryToolResult>
} = {
  async view(files, { path: given, view_range: range }) {
    const at = memoryPath(given)
    const file = at === undefined ? undefined : await files.read(at)
    if (file !== undefined) return viewFile(given, file.text.split('\n'), range ?? undefined)
    const paths = at === undefined ? [] : await files.in(at)
    if (at === undefined || (paths.length === 0 && at !== ROOT)) return absent('', given)
    const listed = await Promise.all(
      paths.map(async (one) => ({
        path: one,
        bytes: Buffer.byteLength((await files.read(one))?.text ?? ''),
      })),
    )
    return done(listingText(at, listed))
  },

  async create(files, { path: given, file_text }) {
    const at = memoryPath(given)
    if (at === undefined || at === ROOT) return failed(`Error: Invalid path ${told(given)}: ${WHERE}`)
    if (await isThere(files, at)) return failed(`Error: File ${given} already exists`)
    for (const folder of foldersOf(at))
      if ((await files.read(folder)) !== undefined)
        return failed(`Error: ${folder} is a file, not a directory`)
    await files.create(at, file_text)
    return done(`File created successfully at: ${given}`)
  },

  async str_replace(files, { path: given, old_str, new_str }) {
    return edit(files, given, absent('Error: ', given), ({ text }) => {
      const places = placesOf(old_str, text)
      const [at] = places
      if (at === undefined)
        return failed(
          `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${given}.`,
        )
      if (places.length > 1) {
        const lines = [...new Set(places.map((place) => lineAt(text, place)))].join(', ')
        return failed(
          `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${lines}. Please ensure it is unique`,
        )
      }
      const changed = text.substring(0, at) + new_str + text.substring(at + old_str.length) // slice-ok: around what was found
      return { changed, answer: `The memory file has been edited.\n${snippet(changed, at, new_str)}` }
    })
  },

  async insert(files, { path: given, insert_line, insert_text }) {
    return edit(files, given, failed(`Error: The path ${told(given)} does not exist`), ({ text }) => {
      const lines = text.split('\n')
      if (insert_line < 0 || insert_line > lines.length) {
        return failed(
          `Error: Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
        )
      }
      lines.splice(insert_line, 0, insert_text.replace(/\n$/, ''))
      return { changed: lines.join('\n'), answer: `The file ${given} has been edited.` }
    })
  },

  async delete(files, { path: given }) {
    const at = memoryPath(given)
    if (at === ROOT) return failed(`Error: Cannot delete the ${ROOT} directory itself`)
    const paths = at === undefined ? [] : await filesAt(files, at)
    if (paths.length === 0) return failed(`Error: The path ${told(given)} does not exist`)
    for (const one of paths) await files.delete(one)
    return done(`Successfully deleted ${given}`)
  },

  async rename(files, { old_path, new_path }) {
    const [from, to] = [memoryPath(old_path), memoryPath(new_path)]
    if (from === ROOT) return failed(`Error: Cannot rename the ${ROOT} directory itself`)
    const paths = from === undefined ? [] : await filesAt(files, from)
    if (from === undefined || paths.length === 0)
      return failed(`Error: The path ${told(old_path)} does not exist`)
    if (to === undefined || isIn(from, to))
      return failed(`Error: Invalid path ${told(new_path)}: ${WHERE}, and not inside of what is renamed`)
    // Only the case of a file's own name may change.
    const isSame = from !== to && (await files.read(to))?.path === from
    if (!isSame && (to === ROOT || (await isThere(files, to))))
      return failed(`Error: The destination ${new_path} already exists`)
    for (const folder of foldersOf(to))
      if ((await files.read(folder)) !== undefined)
        return failed(`Error: ${folder} is a file, not a directory`)
    for (const one of paths) await files.rename(one, to + one.substring(from.length)) // slice-ok: behind a folder's name
    return done(`Successfully renamed ${old_path} to ${new_path}`)
  },
}

const perform = (files: MemoryFiles, command: Command, input: unknown): Promise<MemoryToolResult> =>
  (performers[command] as (files: MemoryFiles, input: unknown) => Promise<MemoryToolResult>)(files, input)

type Edit = (file: MemoryFile) => MemoryToolResult | { readonly changed: string; readonly answer: string }

/** Changes a file by what it says; anew where somebody was first. */
async function edit(
  files: MemoryFiles,
  given: string,
  missing: MemoryToolResult,
  change: Edit,
): Promise<MemoryToolResult> {
  const at = memoryPath(given)
  for (let turn = 1; ; turn++) {
    const file = at === undefined ? undefined : await files.read(at)
    if (file === undefined) return missing
    const made = change(file)
    if ('isError' in made) return made
    try {
      await files.change(file, made.changed)
      return done(made.answer)
    } catch (error) {
      const isLate = isConflict(error) && turn < TURNS
      if (!isLate || (await files.read(file.path))?.revision === file.revision) throw error
    }
  }
}

const TURNS = 5

function viewFile(given: string, lines: readonly string[], range?: readonly number[]): MemoryToolResult {
  const [first = 1, asked = -1] = range ?? []
  const last = asked === -1 ? lines.length : Math.min(asked, lines.length)
  if (first < 1 || first > lines.length || last < first) {
    return failed(
      `Error: Invalid \`view_range\` parameter: [${first}, ${asked}]. It should be within the range of lines of the file: [1, ${lines.length}]`,
    )
  }
  return done(contentText(given, lines.slice(first - 1, last), first)) // slice-ok: a list
}

/** The file itself, or the files in the folder. */
async function filesAt(files: MemoryFiles, at: string): Promise<readonly string[]> {
  const file = await files.read(at)
  return file === undefined ? files.in(at) : [file.path]
}

async function isThere(files: MemoryFiles, at: string): Promise<boolean> {
  return (await filesAt(files, at)).length > 0
}

function placesOf(piece: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) places.push(at)
  return places
}

function lineAt(text: string, place: number): number {
  return text.substring(0, place).split('\n').length // slice-ok: where something was found
}

/** The lines that were changed, with two before and two behind. */
function snippet(text: string, at: number, written: string): string {
  const lines = text.split('\n')
  const first = lineAt(text, at)
  const last = first + written.split('\n').length - 1
  const from = Math.max(1, first - AROUND)
  return numberedLines(lines.slice(from - 1, last + AROUND), from) // slice-ok: a list
}

const AROUND = 2

/** The same for what is not there and for what is nowhere it could be: nothing is learnt of other folders. */
function absent(lead: string, given: string): MemoryToolResult {
  return failed(`${lead}The path ${told(given)} does not exist. Please provide a valid path.`)
}

/** A path may be anything. */
const told = (given: string) => clip(asOneLine(given), 300)

const WHERE = `give a path under ${ROOT}, like ${ROOT}/notes.md`
const done = (content: string): MemoryToolResult => ({ content, isError: false })
const failed = (content: string): MemoryToolResult => ({ content, isError: true })
