import { MemoryError } from '../../errors.js'
import type { GlobalFlags } from '../arguments/global-flags.js'
import type { Command } from '../command.js'
import { spelled } from '../two-words.js'
import { type Clock, spokenTime } from '../wording/spoken-time.js'
import type { LastList } from './last-list.js'
import { isOfItems, wantedBy } from './list-kind.js'

/** Where a number was typed, and by whom. */
export interface TypedNumber {
  readonly command: Pick<Command, 'name'>
  /** The workspace by its name, also where it was typed as the project here. */
  readonly flags: Pick<GlobalFlags, 'workspace' | 'worker'>
  readonly clock: Clock
}

/**
 * Says of an item that is not there that it was a number of a list, and what to do: the list was of another memory, or of
 * something else than the command wants; else the item has been forgotten since.
 */
export function explainStale(error: unknown, list: LastList | undefined, typed: TypedNumber): unknown {
  if (list === undefined || !(error instanceof MemoryError) || error.code !== 'not_found') return error
  // What is not there may be something else, a search.
  const number = list.ids.findIndex((id) => error.message.includes(id)) + 1
  if (number === 0) return error
  const { message, hint } =
    ofAnotherMemory(number, list, typed) ?? ofAnotherKind(number, list, typed) ?? forgotten(list, typed)
  return new MemoryError('not_found', message, hint, { cause: error })
}

/** `in the list of yesterday, 13:56` */
export function whenListed({ at }: LastList, clock: Clock): string {
  return `in the list of ${spokenTime(new Date(at).toISOString(), clock)}`
}

interface Explained {
  readonly message: string
  readonly hint: string
}

/** Undefined where the number is of the memory that was meant. */
function ofAnotherMemory(
  number: number,
  { workspace, worker }: LastList,
  { flags }: Pick<TypedNumber, 'flags'>,
): Explained | undefined {
  if (workspace === flags.workspace && worker === flags.worker) return undefined
  const add = [
    ...(workspace === undefined ? [] : [`--workspace ${workspace}`]),
    ...(worker === undefined ? [] : [`--worker ${worker}`]),
  ].join(' ')
  const whose =
    worker === undefined ? (workspace ?? 'your own memory') : `the memory of the sub-agent ${worker}`
  return {
    message: `number ${number} is of the last list, and that was of ${whose}`,
    hint: add === '' ? 'leave --workspace and --worker away, or list anew' : `add ${add}, or list anew`,
  }
}

/** Undefined where the command takes what the list is of. */
export function ofAnotherKind(
  number: number,
  { kind }: LastList,
  { command }: Pick<TypedNumber, 'command'>,
): Explained | undefined {
  const wanted = wantedBy(command)
  if (wanted === undefined ? isOfItems(kind) : kind === wanted.kind) return undefined
  const is = kind === undefined ? '' : `${article(kind)}${wanted === undefined ? '' : ', and '}`
  return {
    message: `number ${number} of the last list is ${is}${wanted === undefined ? '' : `no ${wanted.kind}`}`,
    hint:
      wanted === undefined
        ? `${spelled(command.name)} takes what search finds: search again for new numbers`
        : `run: recollect ${wanted.listedBy}, and take a number of that list`,
  }
}

function forgotten(list: LastList, { clock }: TypedNumber): Explained {
  return {
    message: `what had this number ${whenListed(list, clock)} is no longer there`,
    hint: 'it has been forgotten since: search again for new numbers',
  }
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}
