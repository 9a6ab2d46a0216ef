import { call } from '../../../api/call.js'
import { noticeChange } from '../../../api/changes.js'
import { useOperation } from '../../../api/use-operation.js'
import { InspectorFrame } from '../../../inspector/inspector-frame.js'
import { sayKey } from '../../../keys/key-map.js'
import { useKeys } from '../../../keys/use-keys.js'
import { sayList } from '../../../language/say-list.js'
import { Button } from '../../../parts/button.js'
import { confirm } from '../../../parts/confirm.js'
import { Empty } from '../../../parts/empty.js'
import { Name } from '../../../parts/name.js'
import { attempt, notify } from '../../../parts/notice.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { seen } from '../../../parts/seen.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Time } from '../../../parts/time.js'
import { type Told, ToldList } from '../shared/told-list.js'
import type { ApiKey } from './api-key.js'
import { KeyState } from './key-state.js'
import { t } from './words.js'

/** One key: whose it is, what it opens, until when; and how it is made to open nothing. */
export function KeyInspector({ id }: { readonly id: string }) {
  const keys = useOperation('key.list', { all: true, limit: 200 })
  const key = keys.value?.keys.find((one) => one.id === id)
  if (key !== undefined) return <OneKey of={key} />
  return (
    <InspectorFrame
      head={t('key')}
      says={
        keys.value !== undefined ? (
          <Empty title={t('gone')} />
        ) : keys.problem !== undefined ? (
          <ProblemTold problem={keys.problem} />
        ) : (
          <Skeleton />
        )
      }
    />
  )
}

function OneKey({ of: key }: { readonly of: ApiKey }) {
  const name = seen(key.name ?? key.id)
  const isRevoked = key.state === 'revoked'
  const end = async (forget: boolean) => {
    const isSure = await confirm({
      title: forget ? t('forgetTitle', name) : t('revokeTitle', name),
      body: forget ? t('forgetBody') : t('revokeBody', seen(key.user ?? '')),
      action: t(forget ? 'forget' : 'revoke'),
    })
    if (!isSure) return
    const isDone = await attempt(() => call('key.revoke', { which: key.id, forget }))
    if (!isDone) return
    notify(forget ? t('wasForgotten') : t('wasRevoked', name))
    noticeChange()
  }
  const canForget = isRevoked && key.name !== null
  useKeys({ forget: () => void (isRevoked ? canForget && end(true) : end(false)) })
  return (
    <InspectorFrame
      head={
        <>
          <KeyState of={key.state} /> <span class="mono clip">{key.id}</span>
        </>
      }
      says={<strong>{key.name === null ? t('forgottenName') : <Name of={key.name} />}</strong>}
      actions={
        isRevoked ? (
          canForget && (
            <Button icon="bin" kind="danger" keyHint={sayKey('forget')} onClick={() => void end(true)}>
              {t('forget')}
            </Button>
          )
        ) : (
          <Button icon="bin" kind="danger" keyHint={sayKey('forget')} onClick={() => void end(false)}>
            {t('revoke')}
          </Button>
        )
      }
    >
      <ToldList rows={rowsOf(key)} />
    </InspectorFrame>
  )
}

function rowsOf(key: ApiKey): readonly Told[] {
  const { user, role, agent, agentForgets, workspaces, capabilities, lastUsedAt, expiresAt } = key
  return [
    ...(user === null ? [] : [{ label: t('speaksFor'), value: seen(user) }]),
    { label: t('role'), value: t(role), hint: t(`${role}May`) },
    ...(agent === null ? [] : [{ label: t('agent'), value: agent }]),
    {
      label: t('workspaces'),
      value:
        role === 'administrator' ? t('allWorkspaces') : sayList(workspaces.map(seen)) || t('noWorkspaces'),
    },
    {
      label: t('capabilities'),
      value: (
        <ul>
          {capabilities.map((one) => (
            <li key={one}>{t(one)}</li>
          ))}
        </ul>
      ),
    },
    { label: t('agentsOfIt'), value: t(agentForgets ? 'agentsForget' : 'agentsKeep') },
    { label: t('made'), value: <Time at={key.createdAt} as="moment" /> },
    { label: t('used'), value: lastUsedAt === null ? t('unused') : <Time at={lastUsedAt} as="moment" /> },
    { label: t('ends'), value: expiresAt === null ? t('never') : <Time at={expiresAt} as="moment" /> },
    ...(key.revokedAt === null
      ? []
      : [{ label: t('revokedAt'), value: <Time at={key.revokedAt} as="moment" /> }]),
  ]
}
