import { preview, type Shown } from './preview.js'

/** What a pointer says beside its preview. */
export interface Pointed {
  readonly id: string
  readonly text: string
  readonly tool: string | null
  readonly isShell: boolean
  readonly mediaType: string
  readonly lines: number
}

/** What an event shows whose output was forgotten, or pruned. */
export const FORGOTTEN_OUTPUT = '(output forgotten)'

/**
 * What stands in the conversation in the place of an output: what it is, how large, how to read and search it, and how it
 * begins and ends. The marks around the preview name the artifact: no output can hold the id that it gets only afterwards,
 * so nothing in it can close them.
 */
export function pointerText({ id, text, tool, isShell, mediaType, lines }: Pointed): string {
  const parts = preview(text, isShell)
  const of = tool === null ? 'an output' : `the output of ${oneLine(tool)}`
  const size = `${count(text.length)} characters, ${count(lines)} ${lines === 1 ? 'line' : 'lines'}, ${mediaType}`
  const [first] = parts
  const isAll = parts.length === 1 && first?.end === text.length
  return [
    `[artifact ${id}: ${of}, kept whole beside the conversation]`,
    `${size}. Shown here: ${isAll ? 'all of it' : parts.map(placeOf).join(' and ')}.`,
    ...(isAll || first === undefined
      ? []
      : [`Read on: artifact_read ${JSON.stringify({ id, ...behind(first) })}`]),
    `Search in it: artifact_grep ${JSON.stringify({ id, text: '...' })}`,
    ...parts.map((part) => `<preview ${id} ${placeOf(part)}>\n${withoutMarks(part.text)}\n</preview ${id}>`),
  ].join('\n')
}

/** Where reading goes on behind a part. */
function behind({
  isWholeLines,
  lastLine,
  end,
}: Shown): { readonly from: number } | { readonly fromChar: number } {
  return isWholeLines ? { from: lastLine + 1 } : { fromChar: end }
}

function placeOf({ isWholeLines, line, lastLine, start, end }: Shown): string {
  if (!isWholeLines) return `characters ${count(start)}-${count(end)}`
  return line === lastLine ? `line ${count(line)}` : `lines ${count(line)}-${count(lastLine)}`
}

/** A reader who does not look at ids takes no mark for ours either. */
function withoutMarks(text: string): string {
  return text.replace(/<(?=\/?preview\b)/gi, '‹')
}

function oneLine(tool: string): string {
  return tool.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
