import type { OutputOf } from '../../api/operation-types.js'
import { user, workspace } from '../../api/session.js'
import { hrefHere } from '../../location/location.js'
import { t } from './words.js'

/** Other memories in which something waits, each with the way there. */
export function Elsewhere({ waiting }: { readonly waiting: OutputOf<'memory.waiting'> }) {
  // The way to the caller's own memory stands above everything; that of somebody else does not.
  const of = workspace.value === null ? null : user.value
  if (waiting.workspaces.length === 0 && waiting.isHygieneFresh && of === null) return null
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
      {of !== null && (
        <a class="link" href={hrefHere({ ...away, workspace: null })}>
          {t('memoryOf', of)}
        </a>
      )}
      {!waiting.isHygieneFresh && <p>{t('stale')}</p>}
    </div>
  )
}
