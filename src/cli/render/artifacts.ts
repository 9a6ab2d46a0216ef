import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted, spokenBytes, spokenCount } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { table } from './table.js'
import type { View } from './view.js'

type Output<N extends keyof Operations> = z.output<Operations[N]['output']>

/** Large outputs, numbered, with where they come from. */
export function renderArtifacts(
  { artifacts, total, totalBytes }: Output<'artifactList'>,
  view: View,
  showsIds: boolean,
): string {
  const { style } = view
  if (artifacts.length === 0) return ''
  const rows = artifacts.map(({ id, tool, mediaType, bytes, lines, at, event, events }, index) => [
    style.accent(String(index + 1)),
    style.bold(printableLine(tool ?? '(no tool)')),
    spokenBytes(bytes),
    counted(lines, 'line'),
    mediaType,
    spokenTime(at, view),
    event === null
      ? style.dim('in no session')
      : printableLine(`${event.session} #${event.seq}${events > 1 ? ` and ${events - 1} more` : ''}`),
    ...(showsIds ? [style.dim(id)] : []),
  ])
  return [
    ...table(rows, [2, 3]),
    style.dim(`${counted(total, 'output')}, ${spokenBytes(totalBytes)} in all`),
  ].join('\n')
}

/** What stands in a conversation in the place of an output; how to go on as it is typed, and not as a tool is called. */
export function renderPointer({ pointer, id }: Pick<Output<'artifactKeep'>, 'pointer' | 'id'>): string {
  const at = pointer.indexOf(`<preview ${id}`)
  const [head, preview] = at < 0 ? [pointer, ''] : [pointer.substring(0, at), pointer.substring(at)] // slice-ok: at a mark
  const typed = head
    .replace(
      /^Read on: artifact_read \{.*"(from|fromChar)":(\d+)\}$/m,
      (_, from: string, place: string) =>
        `Read on: recollect artifact read ${id} --${from === 'from' ? 'from' : 'from-char'} ${place}`,
    )
    .replace(/^Search in it: artifact_grep \{.*\}$/m, `Search in it: recollect artifact grep ${id} TEXT`)
  return printable(typed + preview)
}

/** A page as it was put out: what steers a terminal is shown, not done. */
export function renderArtifactPage(page: Output<'artifactRead'>, { style }: View): string {
  const { tool, lines, bytes, line, lastLine, text } = page
  const of = tool === null ? '' : `${printableLine(tool)} · `
  const place =
    line === lastLine ? `line ${spokenCount(line)}` : `lines ${spokenCount(line)} to ${spokenCount(lastLine)}`
  return [
    style.dim(`${of}${place} of ${spokenCount(lines)} · ${spokenBytes(bytes)}`),
    printable(text.replace(/\r?\n$/, '')),
  ].join('\n')
}

/** Lines with their numbers, a colon behind those that match, as grep shows them. */
export function renderFound({ found }: Output<'artifactGrep'>, { style }: View): string {
  const width = String(found.at(-1)?.line ?? 0).length
  let last: number | undefined
  return found
    .flatMap(({ line, text, isMatch }) => {
      const isApart = last !== undefined && line > last + 1
      last = line
      const number = String(line).padStart(width)
      const shown = isMatch
        ? `${style.accent(number)}: ${printableLine(text)}`
        : style.dim(`${number}  ${printableLine(text)}`)
      return isApart && found.some((one) => !one.isMatch) ? [style.dim('--'), shown] : [shown]
    })
    .join('\n')
}

/** What would go. */
export function renderPrunePlan(
  { artifacts, bytes, kept, keptBytes }: Output<'artifactPrune'>,
  { style }: View,
): string {
  const left =
    kept === 0
      ? 'nothing is left'
      : `${counted(kept, 'output')} (${spokenBytes(keptBytes)}) ${kept === 1 ? 'stays' : 'stay'}`
  if (artifacts === 0) return `Nothing has to go: ${kept === 0 ? 'no output is kept here' : left}.`
  return [
    style.bold(`${counted(artifacts, 'output')} (${spokenBytes(bytes)}) would be forgotten; ${left}.`),
    style.dim('The events that held them stay, and say that their output was forgotten.'),
  ].join('\n')
}

/** What is gone, and how surely. */
export function renderPruned(
  { artifacts, bytes, kept, keptBytes, receipt }: Output<'artifactPrune'>,
  { style }: View,
): string {
  const sure =
    receipt?.state === 'physical'
      ? 'looked for on disk and not found'
      : (receipt?.reason ?? 'not looked for on disk')
  return [
    style.bold(`Forgotten: ${counted(artifacts, 'output')}, ${spokenBytes(bytes)}`),
    style.dim(`${sure}; ${counted(kept, 'output')} (${spokenBytes(keptBytes)}) kept`),
  ].join('\n')
}
