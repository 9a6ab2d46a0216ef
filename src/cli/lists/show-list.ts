import type { CommandCall } from '../command.js'
import { show } from '../commands/run-operation.js'
import { tell } from '../tell.js'
import { keepList } from './keep-list.js'
import type { LastList } from './last-list.js'
import type { ListKind } from './list-kind.js'

/** Shows items as a numbered list, whose numbers can be used from then on; and says so under a person's first. */
export async function showList<T>(
  call: CommandCall,
  output: T,
  {
    ids,
    render,
    kind,
    hint = NUMBERS_HINT,
  }: {
    readonly ids: readonly string[]
    /** Absent: items of any kind. */
    readonly kind?: ListKind
    readonly hint?: string
    render(output: T, showsIds: boolean): string
  },
): Promise<void> {
  // Where nothing was found, the numbers before stay as they are.
  const kept = ids.length === 0 ? 'kept' : await keepList(call, ids, await aboutOf(call, kind))
  show(call, output, (shown) => render(shown, kept === 'not kept'))
  const { terminal, flags } = call
  if (kept !== 'first' || flags.quiet) return
  terminal.note('')
  tell(terminal, hint)
}

/** What a number of the list is of, for when it is typed to something else. */
async function aboutOf(
  { flags: { worker }, open }: CommandCall,
  kind: ListKind | undefined,
): Promise<Pick<LastList, 'kind' | 'workspace' | 'worker'>> {
  const { workspace } = await open()
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(worker === undefined ? {} : { worker }),
  }
}

const NUMBERS_HINT =
  'Numbers can be used: recollect show 1 opens the first, trace 1 says where it comes from, forget 1 forgets it.'

/** Of a list of records. */
export const RECORD_NUMBERS_HINT =
  'Numbers can be used: recollect record 1 opens the first, record-update 1 changes it, record-delete 1 forgets it.'

/** Of a list of documents. */
export const DOCUMENT_NUMBERS_HINT =
  'Numbers can be used: recollect knowledge outline 1 shows the headings of the first, knowledge show 1 its versions.'
