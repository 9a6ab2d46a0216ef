import type { Presentation } from './command-of.js'
import { runKnowledgeAttach, runKnowledgeDetach } from './commands/knowledge-attach.js'
import { runKnowledgeMap, runKnowledgeOutline, runKnowledgeRead } from './commands/knowledge-read.js'

const NAMES = 'its path, its source, its title, its number in the last list or its id'
const DOCUMENT = { field: 'document', placeholder: 'DOCUMENT', description: NAMES, isItem: true }
const DOCUMENTS = {
  field: 'documents',
  placeholder: 'DOCUMENT …',
  description: `each by ${NAMES}`,
  isRequired: false,
  isItem: true,
}

/** What a terminal adds to the operations on documents. */
export const knowledgePresentations: readonly (readonly [string, Presentation])[] = (
  [
    ['knowledgeMap', { run: runKnowledgeMap }],
    [
      'knowledgeReadDoc',
      {
        name: 'knowledge-outline',
        aliases: ['knowledge-read-doc'],
        main: DOCUMENT,
        run: runKnowledgeOutline,
      },
    ],
    [
      'knowledgeReadSection',
      {
        name: 'knowledge-read',
        aliases: ['knowledge-read-section'],
        main: {
          field: 'place',
          placeholder: 'DOCUMENT#ANCHOR',
          description: `a section: its document by ${NAMES}, then its anchor`,
          isRequired: true,
          isList: true,
          isItem: true,
        },
        hides: ['document', 'anchor'],
        run: runKnowledgeRead,
      },
    ],
    ['knowledgeAttach', { main: DOCUMENTS, run: runKnowledgeAttach }],
    ['knowledgeDetach', { main: DOCUMENTS, run: runKnowledgeDetach }],
  ] as const
).map(([key, presentation]) => [key, { group: 'Ask documents', ...presentation } as Presentation])
