import { isAdministrator, may } from '../../../api/caller.js'
import { hrefHere, param } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
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
      <nav class="part-line" aria-label={t('what')}>
        {kinds
          .filter((kind) => kind !== 'archive' || isAdministrator())
          .map((kind) => (
            <Button
              key={kind}
              href={hrefHere({ what: kind === 'conversations' ? null : kind })}
              kind={kind === what ? 'plain' : 'quiet'}
              isOn={kind === what}
            >
              {t(kind)}
            </Button>
          ))}
      </nav>
      {what === 'conversations' && <ImportConversations />}
      {what === 'records' && <ImportRecords />}
      {what === 'archive' && (isAdministrator() ? <ImportArchive /> : <NotYours isForAdministrator />)}
    </SystemFrame>
  )
}
