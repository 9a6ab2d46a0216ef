import type { CompletedFlag, CompletedValue, CompletionModel } from './completion-model.js'

/** A script for fish, which reads ~/.config/fish/completions/recollect.fish when it is first needed. */
export function fishCompletion({ commands, globals }: CompletionModel): string {
  const lines = [
    '# Completion of recollect for fish: recollect completion fish > ~/.config/fish/completions/recollect.fish',
    'complete -c recollect -f',
    ...globals.map((flag) => flagLine(flag, '')),
  ]
  for (const { names, title, main, flags } of commands) {
    const here = ` -n '__fish_seen_subcommand_from ${names.join(' ')}'`
    for (const name of names)
      lines.push(`complete -c recollect -n __fish_use_subcommand -a ${name} -d ${quoted(title)}`)
    lines.push(...flags.map((flag) => flagLine(flag, here)))
    if (main === 'files') lines.push(`complete -c recollect${here} -F`)
    else if (main !== 'unknown' && main.length > 0)
      lines.push(`complete -c recollect${here}${valueFor(main)}`)
  }
  return `${lines.join('\n')}\n`
}

function flagLine({ spellings, about, value }: CompletedFlag, condition: string): string {
  const names = spellings.map((spelling) =>
    spelling.startsWith('--') ? ` -l ${spelling.replace('--', '')}` : ` -s ${spelling.replace('-', '')}`,
  )
  const takes = value === undefined ? '' : value === 'files' ? ' -r -F' : ` -x${valueFor(value)}`
  return `complete -c recollect${condition}${names.join('')}${takes} -d ${quoted(about)}`
}

function valueFor(value: CompletedValue): string {
  if (value === 'folders') return " -a '(__fish_complete_directories)'"
  return typeof value === 'string' || value.length === 0 ? '' : ` -a ${quoted(value.join(' '))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
