import type { CompletedFlag, CompletedValue, CompletionModel } from './completion-model.js'

/** A script for bash 3.2 and newer, which is what macOS has. */
export function bashCompletion({ commands, globals, families }: CompletionModel): string {
  const apart = families.filter(({ isShownApart }) => isShownApart)
  const names = [...apart.map(({ word }) => word), ...commands.flatMap(({ first }) => first)]
  const valued = globals.filter(({ value }) => value !== undefined).flatMap(({ spellings }) => spellings)
  const valueCases = [
    ...commands.flatMap((command) =>
      command.flags.flatMap((flag) =>
        valueCase(flag, (spelling) => command.names.map((name) => `${name}:${spelling}`)),
      ),
    ),
    ...globals.flatMap((flag) => valueCase(flag, (spelling) => [`*:${spelling}`])),
  ]
  const flagCases = commands.map(
    ({ names: its, flags }) => `    ${its.join('|')}) flags="${spellingsOf(flags)}" ;;`,
  )
  const mainCases = commands
    .filter(({ main }) => main !== 'unknown' && main.length > 0)
    .map(({ names: its, main }) => `    ${its.join('|')}) ${offer(main)} ;;`)
  const joined = families.flatMap(({ word, seconds }) => seconds.map((second) => `${word}-${second.word}`))
  const secondCases = families.map(
    ({ word, seconds }) => `    ${word}) ${offer(seconds.map((second) => second.word))} ;;`,
  )
  return `# Completion of recollect for bash. In ~/.bashrc: eval "$(recollect completion bash)"
_recollect_offer() {
  local IFS=$'\\n' word
  # One by one: as a list of words, a file called br[ab] would become another that is there.
  while read -r word; do COMPREPLY+=("$word"); done < <(compgen "$@" -- "$cur")
}
_recollect() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' flags='' i
  COMPREPLY=()
  # bash takes --flag=value for three words.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
    ${valued.join('|')}) ((i++)) ;;
    -*) ;;
    *)
      case $command-\${COMP_WORDS[i]} in
      ${joined.join('|')}) command=$command-\${COMP_WORDS[i]}; break ;;
      -*) command=\${COMP_WORDS[i]} ;;
      *) break ;;
      esac
      case $command in ${families.map(({ word }) => word).join('|')}) ;; *) break ;; esac
      ;;
    esac
  done
  case $command:$prev in
${valueCases.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${flagCases.join('\n')}
    esac
    _recollect_offer -W "\${flags// /$'\\n'}"$'\\n'"${spellingsOf(globals).replaceAll(' ', '\n')}"
    return
  fi
  case $command in
    '') ${offer(names)} ;;
${secondCases.join('\n')}
${mainCases.join('\n')}
  esac
}
complete -F _recollect recollect
`
}

function valueCase(
  { spellings, value }: CompletedFlag,
  patternsOf: (spelling: string) => readonly string[],
): string[] {
  if (value === undefined) return []
  const patterns = spellings.flatMap(patternsOf).join('|')
  return [`    ${patterns}) ${value === 'unknown' ? '' : `${offer(value)}; `}return ;;`]
}

function offer(value: CompletedValue): string {
  if (value === 'unknown') return ':'
  // Names with spaces are quoted by readline only when it knows them to be names; bash 3.2 cannot be told.
  if (value === 'files') return 'compopt -o filenames 2>/dev/null || :; _recollect_offer -f'
  if (value === 'folders') return 'compopt -o filenames 2>/dev/null || :; _recollect_offer -d'
  return `_recollect_offer -W $'${value.join('\\n')}'`
}

function spellingsOf(flags: readonly CompletedFlag[]): string {
  return flags.flatMap(({ spellings }) => spellings).join(' ')
}
