import { isAdministrator } from '../../../api/caller.js'
import { usePages } from '../../../api/use-pages.js'
import { sayKey } from '../../../keys/key-map.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href, param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { List } from '../../../parts/list.js'
import { Name } from '../../../parts/name.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { seen } from '../../../parts/seen.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Time } from '../../../parts/time.js'
import { NotYours } from '../shared/not-yours.js'
import { SystemFrame } from '../system-frame.js'
import type { ApiKey } from './api-key.js'
import { KeyState } from './key-state.js'
import { t } from './words.js'

/** Who may come in, and as whom: `/system/keys`. */
export function KeysTab() {
  return isAdministrator() ? (
    <Keys />
  ) : (
    <SystemFrame tab="keys">
      <NotYours isForAdministrator />
    </SystemFrame>
  )
}

function Keys() {
  const all = param('all') === 'yes'
  const pages = usePages('key.list', [{ all, limit: 100 }], {
    read: ({ keys, next }) => ({ rows: keys, next }),
    keyOf: ({ id }) => id,
  })
  const create = () => go(href('system/keys/new'))
  useKeys({ create })
  return (
    <SystemFrame
      tab="keys"
      isList
      actions={
        <>
          <Button kind="quiet" isOn={all} onClick={() => setParams({ all: all ? null : 'yes' })}>
            {t('withRevoked')}
          </Button>
          <Button kind="primary" icon="plus" keyHint={sayKey('create')} onClick={create}>
            {t('create')}
          </Button>
        </>
      }
    >
      {pages.rows === undefined && pages.problem !== undefined && (
        <ProblemTold problem={pages.problem} onAgain={pages.again} />
      )}
      {pages.rows === undefined && pages.problem === undefined && <Skeleton isRows />}
      {pages.rows !== undefined && (
        <List
          label={t('list')}
          rows={pages.rows}
          keyOf={({ id }) => id}
          rowHeight={52}
          row={(key) => <KeyRow of={key} />}
          selected={selection.value?.id ?? null}
          onSelect={({ id }) => select('key', id)}
          onEnd={pages.more}
          empty={
            <Empty title={t('none')} hint={t('noneHint')}>
              <Button kind="primary" onClick={create}>
                {t('create')}
              </Button>
            </Empty>
          }
        />
      )}
    </SystemFrame>
  )
}

function KeyRow({
  of: { name, user, role, workspaces, agent, state, expiresAt, lastUsedAt },
}: {
  of: ApiKey
}) {
  return (
    <div class="row-two">
      <div class="row-line">
        <span class="clip row-grow key-name">{name === null ? t('forgottenName') : <Name of={name} />}</span>
        <KeyState of={state} />
      </div>
      <div class="row-line meta">
        <span class="clip row-grow">
          {[seen(user ?? ''), t(role), seen(agent ?? ''), ...workspaces.map(seen)]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
        <span class="clip">
          {lastUsedAt === null ? (
            t('unused')
          ) : (
            <>
              {t('usedAt')} <Time at={lastUsedAt} as="moment" />
            </>
          )}
        </span>
        <span class="key-until clip">
          {expiresAt === null ? (
            t('never')
          ) : (
            <>
              {t('until')} <Time at={expiresAt} />
            </>
          )}
        </span>
      </div>
    </div>
  )
}
