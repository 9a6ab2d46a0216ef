import { call } from '../../../api/call.js'
import { isAdministrator, may } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayCount } from '../../../language/numbers.js'
import { href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { confirm } from '../../../parts/confirm.js'
import { attempt, notify } from '../../../parts/notice.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { CopyBlock } from '../shared/copy-block.js'
import { Part } from '../shared/part.js'
import { ToldList } from '../shared/told-list.js'
import { SystemFrame } from '../system-frame.js'
import { Gates } from './gates.js'
import { t } from './words.js'

type Status = OutputOf<'system.status'>

/** What is set, where that is said, and what can be changed here. Never a key, a token or an address with one. */
export function SettingsTab() {
  const asked = useOperation('system.status', {})
  const status = asked.value
  return (
    <SystemFrame tab="settings">
      {status === undefined ? (
        asked.problem ? (
          <ProblemTold problem={asked.problem} onAgain={asked.again} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : (
        <>
          <Gates />
          <RecallLog isOn={status.recallLog} />
          <Records records={status.records} />
          <Part title={t('zone')} about={t('zoneAbout')}>
            <ToldList
              rows={[
                { label: t('zone'), value: status.zone },
                {
                  label: t('change'),
                  value: <CopyBlock label={t('change')} text="recollect serve --zone Europe/Lisbon" />,
                },
              ]}
            />
          </Part>
          <Remotes remotes={status.remotes} />
        </>
      )}
    </SystemFrame>
  )
}

function RecallLog({ isOn }: { readonly isOn: boolean }) {
  const asked = useOperation('memory.recalls', { limit: 1 })
  const clear = async () => {
    const isSure = await confirm({ title: t('clearTitle'), body: t('clearBody'), action: t('clear') })
    if (!isSure) return
    await attempt(async () => {
      const { recalls, state } = await call('memory.clear_recalls', {})
      notify(t(state === 'physical' ? 'clearedProven' : 'cleared', sayCount(recalls)))
      noticeChange()
    })
  }
  const isEmpty = asked.value?.recalls.length === 0
  return (
    <Part title={t('recallLog')} about={t('recallLogAbout')}>
      <ToldList
        rows={[
          { label: t('state'), value: t(isOn ? 'kept' : 'notKept') },
          {
            label: t('change'),
            value: (
              <CopyBlock
                label={t('change')}
                text={`RECOLLECT_RECALL_LOG=${isOn ? 'off' : 'on'} recollect serve`}
              />
            ),
            hint: t('atStart'),
          },
        ]}
      />
      {may('memory.forget') && (
        <div class="part-line">
          <Button kind="danger" isDisabled={isEmpty} onClick={() => void clear()}>
            {t('clear')}
          </Button>
          <span class="meta">{t(isEmpty ? 'clearNone' : 'clearAbout')}</span>
        </div>
      )}
    </Part>
  )
}

const placeWords = { database: 'inStore', folder: 'inFolder', s3: 'inObjectStore' } as const

function Records({ records: { place, folder } }: { readonly records: Status['records'] }) {
  return (
    <Part title={t('records')} about={t('recordsAbout')}>
      <ToldList
        rows={[
          {
            label: t('place'),
            value: t(placeWords[place]),
            ...(folder === null ? {} : { hint: <span class="mono">{folder}</span> }),
          },
          ...(isAdministrator()
            ? [
                {
                  label: t('move'),
                  value: (
                    <CopyBlock
                      label={t('move')}
                      text={`recollect record-move ${place === 'database' ? 'folder' : 'database'}`}
                    />
                  ),
                  hint: t('moveAbout'),
                },
              ]
            : []),
        ]}
      />
      <p>
        <a class="link" href={href('memory/records')}>
          {t('showRecords')}
        </a>
      </p>
    </Part>
  )
}

const EXAMPLE = JSON.stringify(
  { remotes: [{ name: 'team', url: 'https://memory.example.org', tokenEnv: 'TEAM_TOKEN' }] },
  null,
  2,
)

function Remotes({ remotes }: { readonly remotes: Status['remotes'] }) {
  return (
    <Part title={t('remotes')} about={t('remotesAbout')}>
      {remotes.length === 0 ? (
        <p class="meta">{t('noRemotes')}</p>
      ) : (
        <ToldList
          rows={remotes.map(({ name, kinds, state }) => ({
            label: name,
            value: t(state),
            hint: kinds.map((kind) => t(kind)).join(' · '),
          }))}
        />
      )}
      {isAdministrator() && (
        <>
          <p class="meta">{t('remotesHow')}</p>
          <CopyBlock label={t('remotes')} text={EXAMPLE} />
        </>
      )}
    </Part>
  )
}
