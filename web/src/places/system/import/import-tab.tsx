import { isAdministrator, may } from '../../../api/caller.js'
import { hrefHere, param } from '../../../location/location.js'
import { Tabs } from '../../../parts/tabs.js'
import { NotYours } from '../shared/not-yours.js'
import { SystemFrame } from '../system-frame.js'
import { ImportArchive } from './import-archive.js'
import { ImportConversations } from './import-conversations.js'
import { ImportRecords } from './import-records.js'
import { t } from './words.js'

const kinds = ['conversations', 'records', 'archive'] as const

/** What comes in: `/system/import`, `?what=records`, `?what=archive`. */
export function ImportTab() {
  const what = kinds.find((kind) => kind === param('what')) ?? 'conversations'
  if (!may('memory.write')) {
    return (
      <SystemFrame tab="import">
        <NotYours />
      </SystemFrame>
    )
  }
  return (
    <SystemFrame tab="import">
      <Tabs
        label={t('what')}
        current={what}
        tabs={kinds
          .filter((kind) => kind !== 'archive' || isAdministrator())
          .map((kind) => ({
            id: kind,
            label: t(kind),
            href: hrefHere({ what: kind === 'conversations' ? null : kind }),
          }))}
      />
      {what === 'conversations' && <ImportConversations />}
      {what === 'records' && <ImportRecords />}
      {what === 'archive' && (isAdministrator() ? <ImportArchive /> : <NotYours isForAdministrator />)}
    </SystemFrame>
  )
}
