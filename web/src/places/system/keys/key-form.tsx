import { useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { caller, isAdministrator } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayKey } from '../../../keys/key-map.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href, param } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Field } from '../../../parts/field.js'
import { attempt } from '../../../parts/notice.js'
import { Select } from '../../../parts/select.js'
import { Check } from '../shared/check.js'
import { NotYours } from '../shared/not-yours.js'
import { Part } from '../shared/part.js'
import { SystemFrame } from '../system-frame.js'
import type { Capability, CreatedKey, Role } from './api-key.js'
import { capabilitiesOf, emptyDraft, grantedOf, type KeyDraft, namesIn, newKeyOf } from './key-draft.js'
import { NewKey } from './new-key.js'
import { t } from './words.js'

/** Makes a key: `/system/keys/new`, `?agent=codex` for the key of an agent. */
export function KeyForm() {
  const [draft, setDraft] = useState<KeyDraft>({
    ...emptyDraft,
    name: param('agent'),
    agent: param('agent'),
  })
  const [created, setCreated] = useState<CreatedKey>()
  const [isWorking, setWorking] = useState(false)
  const [isTried, setTried] = useState(false)
  const input = newKeyOf(draft)
  const change = (changes: Partial<KeyDraft>) => setDraft({ ...draft, ...changes })
  const close = () => go(href('system/keys'))

  const create = async () => {
    setTried(true)
    if (input === null || isWorking) return
    setWorking(true)
    await attempt(async () => {
      setCreated(await call('key.create', input))
      noticeChange()
    })
    setWorking(false)
  }
  useKeys(created === undefined ? { save: () => void create(), close } : {})

  if (!isAdministrator() && caller.value !== null) {
    return (
      <SystemFrame tab="keys">
        <NotYours isForAdministrator />
      </SystemFrame>
    )
  }
  if (created !== undefined) return <NewKey of={created} />
  return (
    <SystemFrame tab="keys">
      <form
        class="key-form"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <Part title={t('create')} about={t('createAbout')}>
          <div class="key-fields">
            <Field
              label={t('name')}
              value={draft.name}
              placeholder="laptop"
              hint={t('nameHint')}
              isFirst
              problem={isTried && draft.name.trim() === '' ? t('nameless') : undefined}
              onInput={(name) => change({ name })}
            />
            <Field
              label={t('user')}
              value={draft.user}
              placeholder={caller.value?.user ?? ''}
              hint={t('userHint')}
              onInput={(user) => change({ user })}
            />
            <Select
              label={t('role')}
              value={draft.role}
              options={(['member', 'reader', 'administrator'] as const).map((value) => ({
                value,
                label: t(value),
              }))}
              onChange={(role: Role) => change({ role, without: [] })}
            />
            <Select
              label={t('expires')}
              value={draft.expires}
              options={(['7d', '30d', '90d', '1y', 'never'] as const).map((value) => ({
                value,
                label: t(`expires_${value}`),
              }))}
              onChange={(expires) => change({ expires })}
            />
          </div>
          <p class="meta">{t(`${draft.role}May`)}</p>
        </Part>
        {draft.role !== 'administrator' && <Workspaces draft={draft} change={change} />}
        <Part title={t('capabilities')} about={t('capabilitiesAbout')}>
          <Capabilities draft={draft} change={change} />
          {isTried && grantedOf(draft).length === 0 && (
            <p class="field-problem" role="alert">
              {t('mayNothing')}
            </p>
          )}
        </Part>
        <Part title={t('agents')} about={t('agentsAbout')}>
          <Field
            label={t('agent')}
            value={draft.agent}
            placeholder="claude-code"
            hint={t('agentHint')}
            onInput={(agent) => change({ agent })}
          />
          <Check
            label={t('agentForgets')}
            hint={t('agentForgetsHint')}
            isDisabled={!grantedOf(draft).includes('memory.forget')}
            isOn={draft.agentForgets}
            onChange={(agentForgets) => change({ agentForgets })}
          />
        </Part>
        <div class="form-foot">
          <Button kind="primary" submits keyHint={sayKey('save')} isDisabled={isWorking}>
            {t('make')}
          </Button>
          <Button kind="quiet" onClick={close}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </SystemFrame>
  )
}

interface DraftProps {
  readonly draft: KeyDraft
  readonly change: (changes: Partial<KeyDraft>) => void
}

/** Those that there are, to be pressed; others may be typed. */
function Workspaces({ draft, change }: DraftProps) {
  const banks = useOperation('memory.banks', { all: true, limit: 1000 })
  const known = (banks.value?.banks ?? []).flatMap(({ kind, owner }) => (kind === 'workspace' ? [owner] : []))
  const chosen = namesIn(draft.workspaces)
  const toggle = (name: string) =>
    change({
      workspaces: (chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]).join(
        ', ',
      ),
    })
  return (
    <Part title={t('workspaces')} about={t('workspacesAbout')}>
      <Field
        label={t('workspacesField')}
        value={draft.workspaces}
        placeholder="acme/web, harbour"
        onInput={(workspaces) => change({ workspaces })}
      />
      {known.length > 0 && (
        <div class="part-line">
          {known.map((name) => (
            <Button key={name} isOn={chosen.includes(name)} onClick={() => toggle(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </Part>
  )
}

function Capabilities({ draft, change }: DraftProps) {
  const toggle = (capability: Capability, isOn: boolean) =>
    change({
      without: isOn ? draft.without.filter((one) => one !== capability) : [...draft.without, capability],
    })
  return (
    <div class="key-capabilities">
      {capabilitiesOf[draft.role].map((capability) => (
        <Check
          key={capability}
          label={t(capability)}
          isOn={!draft.without.includes(capability)}
          onChange={(isOn) => toggle(capability, isOn)}
        />
      ))}
    </div>
  )
}
