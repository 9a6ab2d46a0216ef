import { useState } from 'preact/hooks'
import type { GivenFile } from '../../../files/dropped-files.js'
import { href } from '../../../location/location.js'
import { RecordImport } from '../../memory/records/record-import.js'
import '../../memory/records/records.css'
import { DropZone } from '../../../parts/drop-zone.js'
import { Part } from '../shared/part.js'
import { t } from './words.js'

/** What another system remembers, as records: Markdown, mem0, the file of the MCP memory server. */
export function ImportRecords() {
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  return (
    <Part isTitleHidden title={t('records')} about={t('recordsAbout')}>
      {files.length === 0 ? (
        <DropZone title={t('dropRecords')} hint={t('dropRecordsHint')} onFiles={setFiles} />
      ) : (
        <RecordImport
          key={files.map(({ path }) => path).join('\n')}
          given={files}
          onDone={() => setFiles([])}
        />
      )}
      <p>
        <a class="link" href={href('memory/records')}>
          {t('showRecords')}
        </a>
      </p>
    </Part>
  )
}
