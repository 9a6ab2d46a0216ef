import { type Clause, type Person, type Reader, spanOf } from './clause.js'
import { setOf } from './lexicon.js'
import { listAt, type Phrase, phraseEnd, thingAt } from './phrases.js'
import { isOwn, relate } from './relate.js'

/** `GitHub for code review and Linear for task tracking`. */
export const uses: Reader = (clause, at) => {
  // `I always use tabs` is a habit
  if (clause.isNegated || (isOwn(clause) && clause.adverb !== null && habits.has(clause.adverb))) return -1
  const { words, subject } = clause
  const { items, to } = listAt(words, at, (next) => toolAt(clause, next))
  if (items.length === 0) return -1
  // what a person uses may be anything: only what has a name is a tool
  for (const { purpose, tool, ...item } of items) {
    if (
      subject.kind !== 'team' &&
      subject.kind !== 'thing' &&
      !words[item.from]!.isCapital &&
      !isTool(words[item.from]!.lower)
    )
      continue
    const attributes = purpose === null ? [] : [{ name: 'purpose' as const, value: spanOf(words, purpose) }]
    relate(clause, 'uses', { ...tool, party: item.party }, { attributes, to: item.to })
  }
  return to
}

const habits = setOf('always usually never typically generally normally only')

interface Tool extends Person {
  readonly tool: Phrase
  readonly purpose: Phrase | null
}

function toolAt(clause: Clause, at: number): Tool | null {
  const { words, draft } = clause
  const phrase = thingAt(words, at)
  if (phrase === null) return null
  const party = draft.mention(spanOf(words, phrase), 'tool')
  const next = words[phrase.to]?.lower
  if (next !== 'for' && next !== 'to' && next !== 'as')
    return { ...phrase, tool: phrase, party, purpose: null }
  const end = phraseEnd(words, phrase.to + 1, andStop)
  if (end === phrase.to + 1) return { ...phrase, tool: phrase, party, purpose: null }
  const purpose = { from: phrase.to + 1, to: end }
  return { from: phrase.from, to: end, tool: phrase, party, purpose }
}

const andStop = setOf('and')

const tools = setOf(
  `postgres postgresql mysql sqlite redis mongodb kafka docker kubernetes terraform github gitlab jira linear notion slack
  figma python typescript javascript rust golang java kotlin swift react vue svelte node npm pnpm yarn vite webpack vim
  neovim emacs vscode git mariadb elasticsearch
  django rails flask laravel angular nextjs fedora debian android jenkins graphql rabbitmq nginx intellij pycharm webstorm
  bitbucket confluence clickup airtable canva photoshop whatsapp telegram outlook gmail tailwind bootstrap firefox chrome
  dropbox snowflake databricks bigquery dynamodb cassandra supabase firebase vercel netlify heroku dart haskell elixir aws gcp azure linux ubuntu macos windows excel sheets trello asana zoom teams discord obsidian`,
)

/** Known by a name that is written small. */
export function isTool(lower: string): boolean {
  return tools.has(lower)
}
