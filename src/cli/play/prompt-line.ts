import { suggest } from '../../text/suggest.js'

/** What a person wants with a line. */
export type PromptLine =
  | { readonly does: 'nothing' | 'help' | 'stats' | 'doctor' | 'quit' | 'sample' | 'mine' }
  | { readonly does: 'keep' | 'ask'; readonly text: string }
  | { readonly does: 'import'; readonly file: string }
  /** `number` from 1, among what was shown last. */
  | { readonly does: 'forget' | 'why' | 'show'; readonly number: number }
  | { readonly does: 'not understood'; readonly message: string; readonly hint: string }

/** The commands of the prompt, with what they take and do. */
export const promptCommands: readonly (readonly [command: string, takes: string, does: string])[] = [
  ['/ask', 'WORDS', 'ask without a question mark'],
  ['/why', 'N', 'why hit N was found'],
  ['/show', 'N', 'hit N in full, and where it comes from'],
  ['/forget', 'N', 'forget hit N for good; shows what goes, and asks'],
  ['/import', 'FILE', 'conversations and notes: a file, a zip or a folder'],
  ['/stats', '', 'what is remembered, in numbers'],
  ['/doctor', '', 'examine the store'],
  ['/sample', '', 'go to the sample conversation'],
  ['/mine', '', 'go to your own memory'],
  ['/help', '', 'this'],
  ['/quit', '', 'leave; also Ctrl-D'],
]

/**
 * A line that ends with `?`, or begins with it, is a question; one that begins with `/` is a command; all else is
 * a note. Nothing is guessed: a note must never be lost because it looked like a question.
 */
export function readPromptLine(line: string): PromptLine {
  const text = line.trim()
  if (text === '') return { does: 'nothing' }
  // A note may begin with a slash too: it is typed twice.
  if (text.startsWith('//')) return { does: 'keep', text: text.replace('/', '') }
  if (text.startsWith('/')) return readCommand(text)
  if (/^[?？]/.test(text)) return questionOf(text.replace(/^[?？]+/, ''))
  return /[?？]$/.test(text) ? questionOf(text) : { does: 'keep', text }
}

function readCommand(text: string): PromptLine {
  const [word = ''] = /^\S+/.exec(text) ?? []
  const rest = text.replace(word, '').trim()
  switch (word) {
    case '/ask':
      return questionOf(rest)
    case '/import':
      return rest === ''
        ? notUnderstood('/import needs a file', '/import chat.jsonl')
        : { does: 'import', file: rest }
    case '/forget':
    case '/why':
    case '/show':
      return numbered(word, rest)
    case '/stats':
    case '/doctor':
    case '/help':
    case '/quit':
    case '/sample':
    case '/mine':
      return { does: BARE[word] }
    case '/exit':
    case '/q':
      return { does: 'quit' }
    default:
      return unknownCommand(word)
  }
}

function numbered(word: '/forget' | '/why' | '/show', rest: string): PromptLine {
  const number = /^#?(\d{1,6})$/.exec(rest)?.[1]
  if (number === undefined) return notUnderstood(`${word} needs the number of a hit`, `${word} 1`)
  return { does: NUMBERED[word], number: Number(number) }
}

function unknownCommand(word: string): PromptLine {
  const near = suggest(
    word,
    promptCommands.map(([command]) => command),
  )
  const slash = 'a note that begins with / is typed with two: //like this'
  return notUnderstood(
    `there is no ${word}`,
    near === undefined ? `/help lists all; ${slash}` : `did you mean ${near}? ${slash}`,
  )
}

function questionOf(text: string): PromptLine {
  const question = text.trim()
  return question === ''
    ? notUnderstood('there is no question', '/ask where is the key')
    : { does: 'ask', text: question }
}

function notUnderstood(message: string, hint: string): PromptLine {
  return { does: 'not understood', message, hint }
}

const BARE = {
  '/stats': 'stats',
  '/doctor': 'doctor',
  '/help': 'help',
  '/quit': 'quit',
  '/sample': 'sample',
  '/mine': 'mine',
} as const

const NUMBERED = { '/forget': 'forget', '/why': 'why', '/show': 'show' } as const
