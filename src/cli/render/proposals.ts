import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { paragraphs } from './block.js'
import { below } from './knowledge.js'
import type { View } from './view.js'

type Listed = z.output<Operations['workspaceProposals']['output']>

/** The whole of what is proposed: who approves it must have seen it. */
export function renderProposals({ proposals }: Listed, view: View, showsIds: boolean): string {
  return proposals
    .map((one, index) => {
      const { style } = view
      const lead = `${style.bold(style.accent(String(index + 1)))}  `
      const name = one.details['name']
      const heading = typeof name === 'string' ? `record ${printableLine(name)}` : one.kind
      const said = one.text === null ? [] : paragraphs(printable(one.text), 3, view)
      return [
        lead + style.bold(heading),
        ...said,
        ...detailsOf(one, view),
        ...below(factsOf(one, view), showsIds ? one.id : undefined, view),
      ].join('\n')
    })
    .join('\n\n')
}

/** Whether memories wait, and how many. */
export function renderGate({ workspace, on, waiting }: Listed['gate'], { style }: View): string {
  const name = style.bold(printableLine(workspace))
  const waits = waiting === 0 ? '' : ` ${counted(waiting, 'proposal')} wait.`
  return on
    ? `The gate of ${name} is on: what is captured waits for a person.${waits}`
    : `The gate of ${name} is off: what is captured is kept at once.${waits}`
}

/** What else the call gave: it is approved with the text. */
function detailsOf({ details }: Listed['proposals'][number], view: View): string[] {
  return Object.entries(details)
    .filter(([name, value]) => name !== 'name' && value !== undefined)
    .flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return paragraphs(printableLine(`${name}: ${text}`), 3, view)
    })
}

function factsOf(one: Listed['proposals'][number], view: View): string[] {
  const { proposedBy, proposedAt, decidedBy, decidedAt, state, note, isOwn, itemId } = one
  return [
    `proposed by ${proposedBy}, ${spokenTime(proposedAt, view)}`,
    ...(decidedBy === null || decidedAt === null
      ? []
      : [`${state} by ${decidedBy}${isOwn ? ' (their own)' : ''}, ${spokenTime(decidedAt, view)}`]),
    ...(note === null ? [] : [note]),
    ...(itemId === null ? [] : [`item ${itemId}`]),
  ]
}
