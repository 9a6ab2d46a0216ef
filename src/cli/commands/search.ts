import { isMissingByChoice } from '../../search/vectors/find-meaning.js'
import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { renderHits, type SearchOutput, searchNotes } from '../render/hits.js'
import { renderStanding } from '../render/standing.js'
import { tell } from '../tell.js'
import { counted } from '../wording/spoken-number.js'

/** Shows hits with their reasons; what could not take part, and what to try, goes to the notes. */
export async function runSearch(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags } = call
  const question =
    call.input['question'] === '-' ? await readPiped(terminal.input) : String(call.input['question'])
  const { memory } = await call.open()
  const { 'why-not': about, ...input } = call.input
  const output = await memory.search({
    ...input,
    question,
    ...(about === undefined ? {} : { about: String(about) }),
  })
  // More than a screen would push the best out of sight; who asks for a number gets it.
  const shown = call.input['limit'] === undefined ? output.hits.slice(0, HITS_SHOWN) : output.hits
  await showList(call, output, {
    ids: shown.map(({ id }) => id),
    render: (_, showsIds) => renderHits({ hits: shown }, call.view, showsIds),
  })
  const { standing } = output
  if (standing !== undefined && !flags.json) terminal.out(`\n${renderStanding(standing, call.view)}`)
  if (flags.quiet || flags.json) return 0
  const rest = output.hits.length - shown.length
  if (rest > 0)
    terminal.note(
      terminal.noteStyle.dim(`\n${counted(rest, 'weaker hit')} more: --limit ${output.hits.length}`),
    )
  for (const note of searchNotes(output)) tell(terminal, note)
  if (output.hits.length === 0) tell(terminal, await whatToTry(call, question, output.missing))
  return 0
}

const HITS_SHOWN = 8

async function whatToTry(
  { open, input }: CommandCall,
  question: string,
  missing: SearchOutput['missing'],
): Promise<string> {
  const { memory } = await open()
  const { items } = await memory.stats({})
  if (items === 0)
    return 'This memory is empty: recollect capture "a note", recollect import PATH, or recollect start. Each --user has one of their own.'
  if (/(?:^|\s)-\S/.test(question)) return 'A word behind a dash must not be in a result: try without -words.'
  if (question.includes('"')) return 'A "phrase" must stand in a result exactly so: try without the quotes.'
  if (input['kinds'] !== undefined) return 'Only items of these kinds were looked at: try without --kinds.'
  if (missing.vectors !== undefined && !isMissingByChoice(missing.vectors) && input['meaning'] === undefined)
    return 'Try --meaning, which finds what was meant (recollect embed first, if it was never run), or other words.'
  return 'Try fewer or other words.'
}
