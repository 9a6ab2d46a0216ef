import type { Field } from '../arguments/field.js'
import { globalFlags } from '../arguments/global-flags.js'
import type { Command } from '../command.js'

/** What may be typed, as far as a shell can know it. */
export interface CompletionModel {
  readonly commands: readonly CompletedCommand[]
  readonly globals: readonly CompletedFlag[]
}

export interface CompletedCommand {
  readonly names: readonly string[]
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
  const names = commands.map(({ name }) => name)
  return {
    globals: globalFlags.map(flagOf),
    commands: [
      ...commands.map(({ name, aliases, title, main, fields }) => ({
        names: [name, ...aliases],
        title,
        main: main === undefined ? [] : valueFor(main),
        flags: fields.map(flagOf),
      })),
      { names: ['help'], title: 'Say how a command is used', main: names, flags: [] },
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
