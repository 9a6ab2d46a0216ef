import { suggest } from '../text/suggest.js'
import type { Command } from './command.js'

/** A word that stands before several commands: `knowledge import` is the command `knowledge-import`. */
interface Family {
  readonly word: string
  /** Over their list. */
  readonly about: string
  /** Whether they are shown as two words. */
  readonly isShownApart: boolean
}

const families: readonly Family[] = [
  {
    word: 'knowledge',
    about: 'documents that are reviewed, published, attached to a task and asked',
    isShownApart: true,
  },
  {
    word: 'workspace',
    about: 'memory that users share, and what waits in it for a person',
    isShownApart: true,
  },
  {
    word: 'transcript',
    about: 'what was said and done in sessions, event by event',
    isShownApart: true,
  },
  {
    word: 'artifact',
    about: 'outputs that were too large for their conversation, kept whole beside it',
    isShownApart: true,
  },
  {
    word: 'task',
    about: 'what a task is about, where it stands, and how it ended',
    isShownApart: true,
  },
  { word: 'key', about: 'keys with which others come in over a network', isShownApart: true },
  { word: 'prompt', about: 'prompts that were assembled', isShownApart: true },
  { word: 'remote', about: 'memories that lie elsewhere, asked and never written', isShownApart: true },
  { word: 'record', about: 'memory records', isShownApart: false },
]

/** The command that two words name, where they name one; a family's word may be a command by itself. */
export function joined(
  first: string,
  second: string | undefined,
  all: readonly Command[],
): string | undefined {
  if (second === undefined || !families.some(({ word }) => word === first)) return undefined
  return isCommand(`${first}-${second}`, all) ? `${first}-${second}` : undefined
}

/** What a word stands before, and all it can be followed by; undefined for what is no such word, or a command. */
export function familyOf(
  word: string,
  all: readonly Command[],
): { readonly about: string; readonly commands: readonly Command[] } | undefined {
  const family = families.find((one) => one.word === word)
  if (family === undefined || isCommand(word, all)) return undefined
  return { about: family.about, commands: all.filter(({ name }) => name.startsWith(`${word}-`)) }
}

/** What was meant by a second word that is none, as it is typed. */
export function suggestSecond(
  word: string,
  second: string | undefined,
  commands: readonly Command[],
): string | undefined {
  if (second === undefined) return undefined
  const seconds = commands.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((one) => one.replace(`${word}-`, '')),
  )
  const near = suggest(second, seconds)
  return near === undefined ? undefined : `${word} ${near}`
}

/** How a command is typed, as help shows it. */
export function spelled(name: string): string {
  const family = families.find(({ word, isShownApart }) => isShownApart && name.startsWith(`${word}-`))
  return family === undefined ? name : name.replace('-', ' ')
}

/** The words that begin a command of two. */
export const familyWords: readonly string[] = families.map(({ word }) => word)

/** What can be typed behind each of them, for completion. */
export function secondWords(all: readonly Command[]): SecondWords[] {
  return families.map(({ word, isShownApart }) => ({
    word,
    isShownApart,
    seconds: all
      .flatMap(({ name, aliases, title }) => [name, ...aliases].map((one) => ({ name: one, title })))
      .filter(({ name }) => name.startsWith(`${word}-`))
      .map(({ name, title }) => ({ word: name.replace(`${word}-`, ''), title })),
  }))
}

export interface SecondWords {
  readonly word: string
  /** Whether its commands are offered as two words alone. */
  readonly isShownApart: boolean
  readonly seconds: readonly { readonly word: string; readonly title: string }[]
}

/** Operations that a text names, as the commands that help shows: `knowledge.read_doc` is `recollect knowledge outline`. */
export function inCommands(text: string): string {
  return text.replace(
    /\b(knowledge|workspace|remote|transcript|task|artifact|prompt|key)\.([a-z_]+)/g,
    (_, word: string, name: string) =>
      `recollect ${word} ${CALLED.get(name) ?? name.replaceAll('_', '-')}`.trimEnd(),
  )
}

const CALLED: ReadonlyMap<string, string> = new Map([
  ['read_doc', 'outline'],
  ['read_section', 'read'],
  ['search_docs', 'search'],
  ['assemble', ''],
])

function isCommand(name: string, all: readonly Command[]): boolean {
  return all.some((command) => command.name === name || command.aliases.includes(name))
}
