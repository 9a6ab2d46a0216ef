import { flag } from './arguments/flag.js'
import type { Presentation } from './command-of.js'
import { runRecall } from './commands/recall.js'
import { runRecordExport } from './commands/record-export.js'
import { runRecordImport } from './commands/record-import.js'
import { runRecordMove } from './commands/record-move.js'
import { runRecordDelete, runRecordSave, runRecords, runRecordUpdate } from './commands/records.js'
import { runOperation } from './commands/run-operation.js'
import { renderRecord } from './render/records.js'

const RECORD = {
  field: 'which',
  placeholder: 'RECORD',
  description: 'its file, like weekly-report; or its name, its number in the last list or its id',
  isItem: true,
}
const BODY = flag('body', 'all there is to know, in Markdown, up to 64 KB; - reads the pipe', {
  kind: 'text',
  placeholder: 'TEXT',
})
const EDIT = 'change its body in your editor: VISUAL, else EDITOR'

/** What a terminal adds to the operations on records. */
export const recordPresentations: readonly (readonly [string, Presentation])[] = [
  [
    'recordSave',
    {
      name: 'record-save',
      group: 'Remember',
      main: { field: 'name', placeholder: 'NAME', joins: true },
      hides: ['body'],
      adds: [BODY],
      run: runRecordSave,
    },
  ],
  [
    'recordUpdate',
    {
      name: 'record-update',
      group: 'Remember',
      main: RECORD,
      hides: ['body'],
      adds: [BODY, flag('edit', EDIT)],
      run: runRecordUpdate,
    },
  ],
  [
    'recordRead',
    {
      name: 'record',
      aliases: ['record-read'],
      main: RECORD,
      run: (call) => runOperation(call, 'recordRead', (record) => renderRecord(record, call.view)),
    },
  ],
  ['recordList', { name: 'records', aliases: ['record-list'], run: runRecords }],
  [
    'recordRecall',
    {
      aliases: ['record-recall'],
      main: { placeholder: 'REQUEST', description: 'what is to be done; - reads the pipe', joins: true },
      // Records are shown as they are; a block is for programs.
      hides: ['asBlock'],
      run: runRecall,
    },
  ],
  [
    'recordImport',
    {
      name: 'record-import',
      group: 'Remember',
      main: {
        field: 'content',
        placeholder: 'PATH',
        description: 'a file, a zip or a folder with memories; - reads the pipe',
        isRequired: true,
        joins: false,
      },
      hides: ['name', 'files', 'maxBytes', 'of'],
      adds: [
        flag('of', 'the memories of this user alone, where an export has those of several (user_id)', {
          kind: 'text',
          placeholder: 'USER',
        }),
        flag('max-mb', 'larger files are refused', { kind: 'number', placeholder: 'MB', byDefault: '100' }),
      ],
      run: runRecordImport,
    },
  ],
  [
    'recordExport',
    {
      name: 'record-export',
      group: 'Keep it safe',
      main: {
        field: 'path',
        placeholder: 'PATH',
        description: 'the folder of Markdown files, or the file; without it, standard output',
      },
      adds: [flag('overwrite', 'replace what is there and says something else')],
      run: runRecordExport,
    },
  ],
  [
    'recordMove',
    {
      name: 'record-move',
      group: 'Look after it',
      main: {
        placeholder: 'PLACE',
        description: 'database, folder, the path of a folder, or s3://bucket/prefix',
      },
      run: runRecordMove,
    },
  ],
  [
    'recordDelete',
    {
      name: 'record-delete',
      group: 'Forget',
      main: RECORD,
      hides: ['verify'],
      adds: [flag('yes', 'delete without asking', { short: 'y' })],
      run: runRecordDelete,
    },
  ],
]
