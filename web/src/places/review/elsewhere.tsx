import type { OutputOf } from '../../api/operation-types.js'
import { workspace } from '../../api/session.js'
import { hrefHere } from '../../location/location.js'
import { t } from './words.js'

/** Other memories in which something waits, each with the way there. */
export function Elsewhere({ waiting }: { readonly waiting: OutputOf<'memory.waiting'> }) {
  const isInWorkspace = workspace.value !== null
  if (waiting.workspaces.length === 0 && waiting.isHygieneFresh && !isInWorkspace) return null
  const away = { kind: null, entry: null, on: null }
  return (
    <div class="elsewhere meta">
      {waiting.workspaces.length > 0 && (
        <p>
          {t('elsewhere')}{' '}
          {waiting.workspaces.map(({ workspace, waiting }) => (
            <a key={workspace} class="elsewhere-link" href={hrefHere({ ...away, workspace })}>
              <span class="link">{workspace}</span> <b>{waiting}</b>
            </a>
          ))}
        </p>
      )}
      {isInWorkspace && (
        <a class="link" href={hrefHere({ ...away, workspace: null })}>
          {t('ownMemory')}
        </a>
      )}
      {!waiting.isHygieneFresh && <p>{t('stale')}</p>}
    </div>
  )
}
