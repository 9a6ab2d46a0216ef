import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { usePages } from '../../api/use-pages.js'
import { sayChannel } from '../../language/channel-words.js'
import { sayCount } from '../../language/numbers.js'
import { go, href, param, setParams } from '../../location/location.js'
import { isSelected, select, selection } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { List } from '../../parts/list.js'
import { Name } from '../../parts/name.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Select } from '../../parts/select.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Time } from '../../parts/time.js'
import { isNarrow } from '../../shell/narrow.js'
import { TasksFrame } from './tasks-frame.js'
import { t } from './words.js'

type Session = OutputOf<'transcript.sessions'>['sessions'][number]

/** Every conversation, the one in which something happened last first; Enter opens it. */
export function SessionList() {
  const channel = param('channel')
  const pages = usePages('transcript.sessions', [{ limit: 60, ...(channel === '' ? {} : { channel }) }], {
    read: ({ sessions, next }) => ({ rows: sessions as readonly Session[], next }),
    keyOf: ({ id }) => id,
    field: 'before',
  })
  const channels = useChannels(channel)
  const tasks = useOperation('task.list', { limit: 200 }).value?.tasks ?? []
  const taskOf = new Map(tasks.flatMap(({ session, name }) => (session === null ? [] : [[session, name]])))
  const rows = pages.rows
  const open = ({ session }: Session) => go(href(['tasks', session]))
  return (
    <TasksFrame
      view="sessions"
      filters={
        channels.length > 1 || channel !== '' ? (
          <Select
            isLabelHidden
            isQuiet
            label={t('channel')}
            value={channel}
            options={[
              { value: '', label: t('allChannels') },
              ...channels.map((value) => ({ value, label: sayChannel(value) })),
            ]}
            onChange={(value) => setParams({ channel: value })}
          />
        ) : undefined
      }
    >
      {rows === undefined ? (
        pages.problem === undefined ? (
          <Skeleton isRows lines={10} />
        ) : (
          <ProblemTold problem={pages.problem} onAgain={pages.again} />
        )
      ) : (
        <List
          label={t('sessions')}
          rows={rows}
          keyOf={({ session }) => session}
          rowHeight={56}
          selected={selection.value?.kind === 'session' ? selection.value.id : null}
          // On a phone what is about it would stand before the conversation itself.
          onSelect={(row) => (isNarrow.value ? open(row) : select('session', row.session))}
          onOpen={open}
          onEnd={pages.more}
          row={(row) => <SessionRow row={row} task={taskOf.get(row.session)} />}
          empty={
            channel === '' ? (
              <Empty title={t('noSessions')} hint={t('noSessionsHint')}>
                <Button href={href('system/import')}>{t('import')}</Button>
              </Empty>
            ) : (
              <Empty title={t('noneFound')}>
                <Button onClick={() => setParams({ channel: null })}>{t('clear')}</Button>
              </Empty>
            )
          }
        />
      )}
    </TasksFrame>
  )
}

function SessionRow({ row, task }: { readonly row: Session; readonly task: string | undefined }) {
  const { title, session, channel, messages, events, lastAt, firstAt } = row
  const at = lastAt ?? firstAt
  const isOn = isSelected('session', session)
  return (
    <div class="row-two">
      <div class="row-line">
        <span class="row-grow clip tasks-name">
          <Name of={title?.trim().replace(/\s+/gu, ' ') ?? session} />
        </span>
        {task !== undefined && <span class="status status-holds clip">{t('task', task)}</span>}
        {isOn && <span class="meta">⏎ {t('open')}</span>}
      </div>
      <div class="row-line meta">
        {channel !== null && <span>{sayChannel(channel)}</span>}
        <span>{t('messages', sayCount(messages))}</span>
        {events > messages && <span>{t('steps', sayCount(events - messages))}</span>}
        <span class="row-grow" />
        {at !== null && <Time at={at} as="moment" />}
      </div>
    </div>
  )
}

/** The channels of the latest sessions: an address may name one that is not among them. */
function useChannels(wanted: string): readonly string[] {
  const { value } = useOperation('transcript.sessions', { limit: 200 })
  const found = new Set(value?.sessions.flatMap(({ channel }) => channel ?? []))
  if (wanted !== '') found.add(wanted)
  return [...found].toSorted()
}
