import type { GlobalFlags } from '../arguments/global-flags.js'
import { UsageError } from '../arguments/usage-error.js'
import type { Command } from '../command.js'
import { homeOf, userOf } from '../home-of.js'
import { type LastList, readLastList } from './last-list.js'
import { wantedBy } from './list-kind.js'

type Input = Readonly<Record<string, unknown>>

/** What was typed, with numbers replaced by the ids they stand for in the last list. */
export interface Numbered {
  readonly input: Input
  /** The list that numbers were taken from; undefined where none was typed. */
  readonly list: LastList | undefined
}

/** Takes `1` where an id is wanted for the first of the last list. Throws UsageError where it stands for nothing. */
export function resolveNumbers(command: Command, input: Input, flags: GlobalFlags): Numbered {
  const wanted = [
    ...(command.main?.isItem === true ? [command.main.field] : []),
    ...command.fields.filter(({ isItem }) => isItem === true).map(({ name }) => name),
  ]
  let list: LastList | undefined
  const idOf = (typed: unknown): unknown => {
    const number = typeof typed === 'string' ? NUMBER.exec(typed)?.[1] : undefined
    if (number === undefined) return typed
    list ??= readLastList(homeOf(flags), userOf(flags))
    return idAt(Number(number), list, { command, input, flags })
  }
  const takesSession = wantedBy(command)?.kind === 'session'
  // A session may be called by a number: one of a list is meant where the last list is of sessions.
  const sessionOf = (typed: unknown): unknown => {
    const number = typeof typed === 'string' && !flags.json ? NUMBER.exec(typed)?.[1] : undefined
    const last = number === undefined ? undefined : readLastList(homeOf(flags), userOf(flags))
    const id = last?.kind === 'session' ? last.ids[Number(number) - 1] : undefined
    if (id !== undefined) list = last
    return id ?? typed
  }
  const resolved = Object.entries(input).map(([name, value]) => {
    if (takesSession && name === 'session') return [name, sessionOf(value)]
    return [name, !wanted.includes(name) ? value : Array.isArray(value) ? value.map(idOf) : idOf(value)]
  })
  return { input: Object.fromEntries(resolved) as Input, list }
}

/** A hash before it does no harm: it is how people write numbers of lists. */
const NUMBER = /^#?(\d{1,6})$/

interface Typed {
  readonly command: Command
  readonly input: Input
  readonly flags: GlobalFlags
}

function idAt(number: number, list: LastList | undefined, { command, input, flags }: Typed): string {
  const isOfDocuments = command.name.startsWith('knowledge-')
  if (flags.json) {
    throw new UsageError(
      'numbers are for people: another list may have come in between',
      'with --json give an id, as search --json shows it',
    )
  }
  if (list === undefined) {
    throw new UsageError(
      `${number} stands for a number of the last list, and there is none yet`,
      isOfDocuments
        ? 'first: recollect knowledge list; or give a path, a title or an id'
        : 'search first: recollect search "a question"; or give an id',
    )
  }
  const id = list.ids[number - 1]
  if (id === undefined) {
    const range = list.ids.length === 0 ? 'is empty' : `has 1 to ${list.ids.length}`
    throw new UsageError(
      `there is no number ${number}: the last list ${range}`,
      isOfDocuments
        ? 'for new numbers: recollect knowledge list; or give a path, a title or an id'
        : 'search again, or give an id',
    )
  }
  if (input['yes'] === true) {
    throw new UsageError(
      '--yes asks no one, so it takes an id and not a number, which another list may have changed',
      `${number} is now ${id}`,
    )
  }
  return id
}
