import type { CompletedFlag, CompletedValue, CompletionModel } from './completion-model.js'

/** A script for fish, which reads ~/.config/fish/completions/recollect.fish when it is first needed. */
export function fishCompletion({ commands, globals, families }: CompletionModel): string {
  const words = families.map(({ word }) => word).join(' ')
  const apart = families.filter(({ isShownApart }) => isShownApart)
  const lines = [
    '# Completion of recollect for fish: recollect completion fish > ~/.config/fish/completions/recollect.fish',
    'complete -c recollect -f',
    ...globals.map((flag) => flagLine(flag, '')),
    ...apart.map(
      ({ word, seconds }) =>
        `complete -c recollect -n __fish_use_subcommand -a ${word} -d ${quoted(seconds.map((second) => second.word).join(', '))}`,
    ),
    ...families.flatMap(({ word, seconds }) =>
      seconds.map(
        (second) =>
          `complete -c recollect -n '__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${seconds.map((one) => one.word).join(' ')}' -a ${second.word} -d ${quoted(second.title)}`,
      ),
    ),
  ]
  for (const { names, first, title, main, flags } of commands) {
    const alone = `begin; __fish_seen_subcommand_from ${names.join(' ')}; and not __fish_seen_subcommand_from ${words}; end`
    const two = families.flatMap(({ word, seconds }) =>
      seconds
        .filter((second) => names.includes(`${word}-${second.word}`))
        .map(
          (second) =>
            `begin; __fish_seen_subcommand_from ${word}; and __fish_seen_subcommand_from ${second.word}; end`,
        ),
    )
    // A family's word may be a command by itself.
    const itself = names.some((name) => families.some(({ word }) => word === name))
    const when = itself ? `__fish_seen_subcommand_from ${names.join(' ')}` : [alone, ...two].join('; or ')
    const here = ` -n '${when}'`
    for (const name of names.filter((one) => first.length > 0 || !one.includes('-')))
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
