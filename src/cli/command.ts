import type { Field } from './arguments/field.js'
import type { GlobalFlags } from './arguments/global-flags.js'
import type { OpenStore } from './open-once.js'
import type { View } from './render/view.js'
import type { Terminal } from './terminal.js'

/** 0 done, 1 failed, 2 not understood. */
export type ExitCode = 0 | 1 | 2

/** What a person is about, in the order of a first day. */
export const groups = [
  'Begin here',
  'Remember',
  'Find',
  'Ask documents',
  'Forget',
  'Keep it safe',
  'Look after it',
  'Connect',
] as const

export type Group = (typeof groups)[number]

/** One command, as it is offered, explained and run. */
export interface Command {
  readonly name: string
  readonly aliases: readonly string[]
  readonly group: Group
  readonly title: string
  readonly description: string
  /** One line as a person would type it. */
  readonly example: string
  /** Goes without a flag. Made when it is first asked for, like the fields: a start pays for one command alone. */
  readonly main: MainArgument | undefined
  readonly fields: readonly Field[]
  /** What is wrong with an input, in words; nothing where it can be tried. */
  check(input: Readonly<Record<string, unknown>>): string | undefined
  run(call: CommandCall): Promise<ExitCode>
}

export interface MainArgument {
  readonly field: string
  readonly placeholder: string
  readonly description: string
  readonly isRequired: boolean
  /** Several words need no quotes. */
  readonly joins: boolean
  readonly choices?: readonly string[]
  /** Each word is one of a list. */
  readonly isList?: boolean
  /** The id of an item: a number of the last list may stand for it. */
  readonly isItem?: boolean
}

export interface CommandCall {
  readonly terminal: Terminal
  readonly view: View
  /** All there are, for what tells of them. */
  readonly commands: readonly Command[]
  readonly flags: GlobalFlags
  /** What was typed, by field of the operation's input, the main argument included. */
  readonly input: Readonly<Record<string, unknown>>
  /** Opens the store; it is closed after the command. */
  open(): Promise<OpenStore>
}
