import { flag } from './arguments/flag.js'
import type { CommandCall } from './command.js'
import type { Presentation } from './command-of.js'
import { runKnowledgeAsk } from './commands/knowledge-ask.js'
import { runKnowledgeAttach, runKnowledgeDetach } from './commands/knowledge-attach.js'
import { runKnowledgeEdit } from './commands/knowledge-edit.js'
import { runKnowledgeDelete, runKnowledgeList, runKnowledgeShow } from './commands/knowledge-library.js'
import {
  runKnowledgePublish,
  runKnowledgeReject,
  runKnowledgeWithdraw,
} from './commands/knowledge-publish.js'
import { runKnowledgeMap, runKnowledgeOutline, runKnowledgeRead } from './commands/knowledge-read.js'
import { runKnowledgeSearch } from './commands/knowledge-search.js'

const NAMES = 'its path, its source, its title, its number in the last list or its id'
export const DOCUMENT = { field: 'document', placeholder: 'DOCUMENT', description: NAMES, isItem: true }
const DOCUMENTS = {
  field: 'documents',
  isList: true,
  joins: true,
  placeholder: 'DOCUMENT …',
  description: `each by ${NAMES}`,
  isRequired: false,
  isItem: true,
}

export const SYSTEM = flag(
  'system',
  'of the documents for every user of the store, which are yours to look after',
)
export const GLOB = flag(
  'glob',
  'only these of a folder, like docs/**/*.md; with ! before it, all but these',
  {
    kind: 'list',
    placeholder: 'GLOB',
    isWhole: true,
  },
)
export const SOURCE = flag('source', 'what to call it, or a folder, instead of its path', {
  kind: 'text',
  placeholder: 'NAME',
})
export const PUBLISH = flag('publish', 'publish at once, without review: for your own handbook')

/** `--version` is that of the program. */
export const numbered = (description: string) =>
  flag('version', description, { flag: 'number', kind: 'number', placeholder: 'N' })

/** What reads folders is loaded when it is needed. */
const importing = async (call: CommandCall) =>
  (await import('./commands/knowledge-import.js')).runKnowledgeImport(call)

/** From a folder to an answer, and on: as they are listed. */
export const knowledgeOrder: readonly string[] = [
  ...['import', 'list', 'show', 'diff', 'publish', 'reject', 'withdraw', 'edit', 'watch'],
  ...['attach', 'detach', 'ask', 'search', 'map', 'outline', 'read', 'delete'],
].map((second) => `knowledge-${second}`)

/** What a terminal adds to the operations on documents. */
export const knowledgePresentations: readonly (readonly [string, Presentation])[] = (
  [
    [
      'knowledgeImport',
      {
        main: {
          field: 'paths',
          placeholder: 'PATH …',
          description: 'files, or folders with what is Markdown or text in them; - reads the pipe',
          isRequired: true,
          isList: true,
          joins: true,
        },
        hides: ['content', 'source', 'files', 'shelf', 'maxBytes', 'covers', 'rename'],
        adds: [
          GLOB,
          SOURCE,
          PUBLISH,
          SYSTEM,
          flag('max-mb', 'larger files are refused', { kind: 'number', placeholder: 'MB', byDefault: '20' }),
        ],
        run: importing,
      },
    ],
    ['knowledgeList', { hides: ['shelf'], adds: [SYSTEM], run: runKnowledgeList }],
    [
      'knowledgeShow',
      {
        main: DOCUMENT,
        hides: ['shelf'],
        adds: [numbered('look at this version; the latest'), SYSTEM],
        run: runKnowledgeShow,
      },
    ],
    [
      'knowledgePublish',
      {
        main: DOCUMENTS,
        hides: ['document', 'shelf', 'revision'],
        adds: [
          flag('all', 'all that wait for review'),
          numbered('an older version, to let it answer again'),
          SYSTEM,
        ],
        run: runKnowledgePublish,
      },
    ],
    [
      'knowledgeReject',
      {
        main: { ...DOCUMENTS, isRequired: true },
        hides: ['document', 'shelf', 'revision'],
        adds: [SYSTEM],
        run: runKnowledgeReject,
      },
    ],
    [
      'knowledgeWithdraw',
      {
        main: { ...DOCUMENTS, isRequired: true },
        hides: ['document', 'shelf', 'revision'],
        adds: [SYSTEM],
        run: runKnowledgeWithdraw,
      },
    ],
    [
      'knowledgeEdit',
      {
        main: {
          field: 'place',
          placeholder: 'DOCUMENT [FILE]',
          description: `${NAMES}; then the file with its new text, - for the pipe, or nothing for your editor`,
          isRequired: true,
          isList: true,
          joins: true,
          isItem: true,
        },
        hides: ['document', 'content', 'shelf', 'revision', 'maxBytes'],
        adds: [SYSTEM],
        run: runKnowledgeEdit,
      },
    ],
    [
      'knowledgeDelete',
      {
        main: DOCUMENT,
        hides: ['shelf', 'revision', 'verify'],
        adds: [SYSTEM, flag('yes', 'delete without asking', { short: 'y' })],
        run: runKnowledgeDelete,
      },
    ],
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
          joins: true,
          isItem: true,
        },
        hides: ['document', 'anchor'],
        run: runKnowledgeRead,
      },
    ],
    [
      'knowledgeAsk',
      {
        main: { placeholder: 'QUESTION', description: 'in plain words; - reads the pipe', joins: true },
        run: runKnowledgeAsk,
      },
    ],
    [
      'knowledgeSearchDocs',
      {
        name: 'knowledge-search',
        aliases: ['knowledge-search-docs'],
        main: { placeholder: 'QUESTION', description: 'any words; - reads the pipe', joins: true },
        run: runKnowledgeSearch,
      },
    ],
    ['knowledgeAttach', { main: DOCUMENTS, run: runKnowledgeAttach }],
    ['knowledgeDetach', { main: DOCUMENTS, run: runKnowledgeDetach }],
  ] as const
).map(([key, presentation]) => [key, { group: 'Ask documents', ...presentation } as Presentation])
