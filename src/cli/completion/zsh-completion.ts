import type { CompletedFlag, CompletedValue, CompletionModel } from './completion-model.js'

/** A script for zsh, to be evaluated or to lie in a folder of `fpath`. */
export function zshCompletion({ commands, globals, families }: CompletionModel): string {
  const apart = families.filter(({ isShownApart }) => isShownApart)
  const described = [
    ...apart.map(({ word, seconds }) => [word, seconds.map((second) => second.word).join(', ')] as const),
    ...commands.flatMap(({ names, first, title }) =>
      names.filter((name) => first.length > 0 || !name.includes('-')).map((name) => [name, title] as const),
    ),
  ].map(([name, title]) => `    ${quoted(`${name}:${title}`)}`)
  const seconds = families.map(({ word, seconds: list }) =>
    [
      `    ${word})`,
      '      if (( CURRENT == 2 )); then',
      '        commands=(',
      ...list.map((second) => `          ${quoted(`${second.word}:${second.title}`)}`),
      '        )',
      '        _describe -t commands command commands',
      ...(commands.some(({ names }) => names.includes(word)) ? [] : ['        return']),
      `      elif [[ "$words[2]" == (${list.map((second) => second.word).join('|')}) ]]; then`,
      '        line[1]="$line[1]-$words[2]"; shift words; (( CURRENT-- ))',
      '      fi',
      '      ;;',
    ].join('\n'),
  )
  const cases = commands.map(({ names, main, flags }) =>
    [
      `    ${names.join('|')})`,
      '      _arguments -S $globals \\',
      ...flags.flatMap((flag) => specsOf(flag)).map((spec) => `        ${spec} \\`),
      `        ${quoted(`*: :${actionOf(main)}`)}`,
      '      ;;',
    ].join('\n'),
  )
  return `#compdef recollect
# Completion of recollect for zsh. In ~/.zshrc, behind compinit: eval "$(recollect completion zsh)"
_recollect() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a globals commands
  globals=(
${globals
  .flatMap(specsOf)
  .map((spec) => `    ${spec}`)
  .join('\n')}
  )
  commands=(
${described.join('\n')}
  )
  _arguments -C -S $globals '1:command:->command' '*::argument:->argument'
  case $state in
  command) _describe -t commands command commands ;;
  argument)
    case $line[1] in
${seconds.join('\n')}
    esac
    case $line[1] in
${cases.join('\n')}
    esac
    ;;
  esac
}
if [ "$funcstack[1]" = "_recollect" ]; then
  _recollect "$@"
else
  compdef _recollect recollect
fi
`
}

/** `'--limit[how many]:value:'`; a switch has no value. */
function specsOf({ spellings, about, value }: CompletedFlag): string[] {
  const what = about.replace(/[[\]\\:]/g, '\\$&')
  return spellings.map((spelling) =>
    quoted(`${spelling}[${what}]${value === undefined ? '' : `: :${actionOf(value)}`}`),
  )
}

function actionOf(value: CompletedValue): string {
  if (value === 'unknown') return ' '
  if (value === 'files') return '_files'
  if (value === 'folders') return '_files -/'
  return value.length === 0 ? ' ' : `(${value.join(' ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
