import { stripFenced } from '../text/fence.js'

/**
 * A text without what programs put into it: what memory itself showed, reminders and the contexts of hooks. Of a marked
 * block without its end nothing is taken out: somebody may write about the mark.
 */
export function withoutInjected(text: string): string {
  const parted = BLOCKS.reduce(withoutBlocks, text)
  const stripped = stripFenced(parted)
  if (stripped === parted) return parted === text ? text : parted.trim()
  // What was blanked leaves no blank lines behind.
  const before = parted.split('\n')
  const kept = stripped
    .split('\n')
    .filter((line, index) => line.trim() !== '' || before[index]?.trim() === '')
  return kept.join('\n').trim()
}

const BLOCKS = ['system-reminder', 'user-prompt-submit-hook', 'ide_opened_file', 'ide_selection'] as const

function withoutBlocks(text: string, name: string): string {
  const [open, close] = [`<${name}>`, `</${name}>`]
  let start = text.indexOf(open)
  if (start === -1) return text
  let rest = ''
  let from = 0
  while (start !== -1) {
    const end = text.indexOf(close, start)
    if (end === -1) break
    rest += text.substring(from, start) // slice-ok: between tags
    from = end + close.length
    start = text.indexOf(open, from)
  }
  return rest + text.substring(from) // slice-ok: between tags
}
