/** What a model wants before a text, and what it was trained on: its card says so, its server does not. */
export interface ModelHabits {
  readonly question: string
  readonly passage: string
  readonly languages: 'all' | 'english'
}

/** Found by a part of the name: every server spells `nomic-ai/nomic-embed-text-v1.5` its own way. First match wins. */
const known: readonly (readonly [name: RegExp, habits: ModelHabits])[] = [
  [/nomic-embed-text-v2/, { question: 'search_query: ', passage: 'search_document: ', languages: 'all' }],
  [/nomic-embed-text/, { question: 'search_query: ', passage: 'search_document: ', languages: 'english' }],
  [
    /embeddinggemma/,
    { question: 'task: search result | query: ', passage: 'title: none | text: ', languages: 'all' },
  ],
  [
    /multilingual-e5-(?:small|base|large)(?!-instruct)/,
    { question: 'query: ', passage: 'passage: ', languages: 'all' },
  ],
  [/(?:^|\/)e5-(?:small|base|large)/, { question: 'query: ', passage: 'passage: ', languages: 'english' }],
  [
    /mxbai-embed-large|bge-(?:small|base|large)-en/,
    {
      question: 'Represent this sentence for searching relevant passages: ',
      passage: '',
      languages: 'english',
    },
  ],
  [/all-minilm|multi-qa-minilm/, { question: '', passage: '', languages: 'english' }],
]

const PLAIN: ModelHabits = { question: '', passage: '', languages: 'all' }

export function habitsOf(model: string): ModelHabits {
  const name = model.toLowerCase()
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? PLAIN
}
