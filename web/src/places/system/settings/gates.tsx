import { useEffect, useState } from 'preact/hooks'
import { pathOf, send } from '../../../api/call.js'
import { caller, isAdministrator, may } from '../../../api/caller.js'
import { changes, noticeChange } from '../../../api/changes.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { user } from '../../../api/session.js'
import { useOperation } from '../../../api/use-operation.js'
import { href } from '../../../location/location.js'
import { attempt, notify } from '../../../parts/notice.js'
import { Check } from '../shared/check.js'
import { Part } from '../shared/part.js'
import { t } from './words.js'

type Gate = OutputOf<'workspace.gate'>

/** In which workspaces what is to be kept waits for a person. Nothing stands here where there is no workspace. */
export function Gates() {
  const banks = useOperation('memory.banks', isAdministrator() ? { all: true, limit: 1000 } : null)
  const opened = caller.value?.workspaces
  const names = [
    ...new Set([
      ...(opened === 'any' || opened === undefined ? [] : opened),
      ...(banks.value?.banks ?? []).flatMap(({ kind, owner }) => (kind === 'workspace' ? [owner] : [])),
    ]),
  ]
  if (names.length === 0) return null
  return (
    <Part title={t('gate')} about={t('gateAbout')}>
      {names.map((name) => (
        <OneGate key={name} workspace={name} />
      ))}
    </Part>
  )
}

function OneGate({ workspace }: { readonly workspace: string }) {
  const [gate, setGate] = useState<Gate | null>()
  const seen = changes.value
  useEffect(() => {
    let isHere = true
    ask<OutputOf<'workspace.proposals'>>('workspace.proposals', workspace, { limit: 1 }).then(
      (answer) => isHere && setGate(answer.gate),
      () => isHere && setGate(null),
    )
    return () => {
      isHere = false
    }
  }, [workspace, seen])
  const turn = async (on: boolean) => {
    const isDone = await attempt(async () => setGate(await ask<Gate>('workspace.gate', workspace, { on })))
    if (!isDone) return
    notify(t(on ? 'gateOn' : 'gateOff', workspace), {
      undo: async () => setGate(await ask<Gate>('workspace.gate', workspace, { on: !on })),
    })
    noticeChange()
  }
  if (gate === undefined || gate === null) return <p class="meta">{workspace}</p>
  return (
    <div class="part-line">
      <Check
        label={workspace}
        isOn={gate.on}
        isDisabled={!may('memory.write')}
        onChange={(on) => void turn(on)}
      />
      <span class="meta">{t(gate.on ? 'waitsForPerson' : 'keptAtOnce')}</span>
      {gate.waiting > 0 && (
        <a class="link meta" href={href('review', { workspace })}>
          {t('waiting', gate.waiting)}
        </a>
      )}
    </div>
  )
}

/** Asks in a workspace, wherever one looks at the moment. */
async function ask<T>(operation: string, workspace: string, input: unknown): Promise<T> {
  const response = await send(pathOf(operation), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Recollect-Workspace': encodeURIComponent(workspace),
      ...(user.value === null ? {} : { 'Recollect-User': encodeURIComponent(user.value) }),
    },
    body: JSON.stringify(input),
  })
  return (await response.json()) as T
}
