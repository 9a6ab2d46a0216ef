import type { Field } from '../arguments/field.js'
import { globalFlags } from '../arguments/global-flags.js'
import type { Command } from '../command.js'
import { type SecondWords, secondWords } from '../two-words.js'

/** What may be typed, as far as a shell can know it. */
export interface CompletionModel {
  readonly commands: readonly CompletedCommand[]
  readonly globals: readonly CompletedFlag[]
  /** Words that are followed by a second, to name a command of both. */
  readonly families: readonly SecondWords[]
}

export interface CompletedCommand {
  readonly names: readonly string[]
  /** Of its names, those that are offered as a first word. */
  readonly first: readonly string[]
  readonly title: string
  readonly main: CompletedValue
  readonly flags: readonly CompletedFlag[]
}

export interface CompletedFlag {
  /** With their dashes: `--quiet`, `-q`. */
  readonly spellings: readonly string[]
  readonly about: string
  /** Undefined for a switch. */
  readonly value: CompletedValue | undefined
}

/** Words to choose from, files, folders, or what only the person knows. */
export type CompletedValue = readonly string[] | 'files' | 'folders' | 'unknown'

export function completionModel(commands: readonly Command[]): CompletionModel {
  const families = secondWords(commands)
  const apart = families.filter(({ isShownApart }) => isShownApart)
  // A family's word may be a command, too: it is offered once.
  const isFirst = (name: string) => !apart.some(({ word }) => name === word || name.startsWith(`${word}-`))
  const names = [...apart.map(({ word }) => word), ...commands.map(({ name }) => name).filter(isFirst)]
  return {
    globals: globalFlags.map(flagOf),
    families,
    commands: [
      ...commands.map(({ name, aliases, title, main, fields }) => ({
        names: [name, ...aliases],
        // Other names of a command are understood, and would only crowd the list.
        first: [name].filter(isFirst),
        title,
        main: main === undefined ? [] : valueFor(main),
        flags: fields.map(flagOf),
      })),
      { names: ['help'], first: ['help'], title: 'Say how a command is used', main: names, flags: [] },
    ],
  }
}

function flagOf(field: Field): CompletedFlag {
  return {
    spellings: [`--${field.flag}`, ...(field.short === undefined ? [] : [`-${field.short}`])],
    about: field.description,
    value: field.kind === 'switch' ? undefined : valueFor(field),
  }
}

function valueFor({ placeholder, choices }: Pick<Field, 'placeholder' | 'choices'>): CompletedValue {
  if (choices !== undefined) return choices
  if (placeholder === 'FILE' || placeholder === 'PATH') return 'files'
  return placeholder === 'DIR' || placeholder === 'FOLDER' ? 'folders' : 'unknown'
}
