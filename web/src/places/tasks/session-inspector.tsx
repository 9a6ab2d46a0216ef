import { useState } from 'preact/hooks'
import { send } from '../../api/call.js'
import { may } from '../../api/caller.js'
import { useOperation } from '../../api/use-operation.js'
import { saveFile } from '../../files/save-file.js'
import { forget, ReceiptTold, receiptOf } from '../../inspector/forget.js'
import { InspectorFrame } from '../../inspector/inspector-frame.js'
import { sayKey } from '../../keys/key-map.js'
import { useKeys } from '../../keys/use-keys.js'
import { sayChannel } from '../../language/channel-words.js'
import { sayDay } from '../../language/dates.js'
import { sayBytes, sayCount } from '../../language/numbers.js'
import { href, path } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Name } from '../../parts/name.js'
import { attempt } from '../../parts/notice.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Section } from '../../parts/section.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Time, TimeSpan } from '../../parts/time.js'
import { CompactNow } from './compact-now.js'
import { t } from './words.js'

const LISTED = 50

/** What a session came to: what was asked, what was done, what came of it; and what can be done with all of it. */
export function SessionInspector({ id: session }: { readonly id: string }) {
  const receipt = receiptOf('session', session)
  const { value, problem, again } = useOperation(
    'transcript.summary',
    receipt === undefined ? { session, requests: 5 } : null,
  )
  const [isCompacting, setCompacting] = useState(false)
  const forgetIt = () => void forget({ session })
  useKeys(value === undefined || !may('memory.forget') ? {} : { forget: forgetIt })
  if (receipt !== undefined) {
    return (
      <InspectorFrame head={<span class="inspector-kind">{t('session')}</span>}>
        <ReceiptTold receipt={receipt} />
      </InspectorFrame>
    )
  }
  if (value === undefined || problem?.code === 'not_found') {
    return (
      <InspectorFrame head={null}>
        {problem === undefined ? <Skeleton /> : <ProblemTold problem={problem} onAgain={again} />}
      </InspectorFrame>
    )
  }
  const { title, channel, counts, tools, files, requests, firstAt, lastAt, openCalls, forgotten } = value
  const isHere = path.value[1] === session
  return (
    <InspectorFrame
      head={
        <>
          <span class="inspector-kind">{t('session')}</span>
          {channel !== null && <span>{sayChannel(channel)}</span>}
          {firstAt !== null &&
            lastAt !== null &&
            (sayDay(firstAt) === sayDay(lastAt) ? (
              <Time at={lastAt} />
            ) : (
              <TimeSpan from={firstAt} until={lastAt} />
            ))}
        </>
      }
      says={
        <h2 class="tasks-title">
          <Name of={title?.trim().replace(/\s+/gu, ' ') ?? session} />
        </h2>
      }
      actions={
        <>
          {!isHere && (
            <Button kind="primary" keyHint={sayKey('open')} href={href(['tasks', session])}>
              {t('openIt')}
            </Button>
          )}
          <Button icon="download" label={t('export')} onClick={() => void exportSession(session)} />
          {may('memory.write') && (
            <Button isOn={isCompacting} onClick={() => setCompacting(!isCompacting)}>
              {t('compact')}
            </Button>
          )}
          {may('memory.forget') && (
            <Button kind="danger" keyHint={sayKey('forget')} onClick={forgetIt}>
              {t('forget')}
            </Button>
          )}
        </>
      }
    >
      {isCompacting && (
        <Section title={t('compactTitle')}>
          <CompactNow session={session} onDone={() => setCompacting(false)} />
        </Section>
      )}
      {requests.length > 0 && (
        <Section title={t('requests')}>
          <ul class="tasks-lines">
            {requests.map(({ seq, at, text }) => (
              <li key={seq}>
                <a class="tasks-line" href={href(['tasks', session], { at: String(seq) })}>
                  <span class="clip">{text}</span>
                  <span class="meta">
                    <Time at={at} as="moment" />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Prompts session={session} />
      <Section title={t('happened')}>
        <dl class="tasks-figures">
          {counts.map(({ type, events }) => (
            <div key={type} class="tasks-figure">
              <dt class="meta">{t(type === 'title' ? 'titles' : type)}</dt>
              <dd>{sayCount(events)}</dd>
            </div>
          ))}
          {openCalls > 0 && <Figure name={t('openCalls')} value={openCalls} />}
          {value.masked > 0 && <Figure name={t('masked')} value={value.masked} />}
          {forgotten > 0 && <Figure name={t('forgotten')} value={forgotten} />}
        </dl>
      </Section>
      {tools.length > 0 && (
        <Section title={t('tools')} count={tools.length}>
          <ul class="tasks-lines">
            {tools.slice(0, LISTED).map(({ tool, calls, errors }) => (
              <li key={tool} class="tasks-line">
                <code class="clip">{tool}</code>
                <span class="meta">
                  {t('calls', calls)}
                  {errors > 0 && <span class="tasks-bad"> · {t('errors', errors)}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {files.length > 0 && (
        <Section title={t('files')} count={files.length}>
          <ul class="tasks-lines">
            {files.slice(0, LISTED).map(({ path: file, events }) => (
              <li key={file} class="tasks-line">
                <code class="clip">{file}</code>
                <span class="meta">{t('times', events)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Outputs session={session} />
      <SessionTasks session={session} />
    </InspectorFrame>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div class="tasks-figure">
      <dt class="meta">{name}</dt>
      <dd>{sayCount(value)}</dd>
    </div>
  )
}

/** The latest prompts that were kept, each at its place. */
function Prompts({ session }: { readonly session: string }) {
  const { value } = useOperation('transcript.read', {
    session,
    types: ['recall'],
    before: 2_000_000_000,
    limit: 10,
  })
  if (value === undefined || value.events.length === 0) return null
  return (
    <Section title={t('prompts')}>
      <ul class="tasks-lines">
        {value.events.toReversed().map(({ id, at, seq }) => (
          <li key={id}>
            <a class="tasks-line" href={href(['tasks', session], { on: `prompt:${id}` })}>
              <span>{t('promptAt', seq)}</span>
              <span class="meta">
                <Time at={at} as="moment" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Large outputs that are kept beside a session. */
export function Outputs({ session }: { readonly session: string }) {
  const { value } = useOperation('artifact.list', { session, limit: 20 })
  if (value === undefined || value.total === 0) return null
  return (
    <Section title={t('outputs')} count={value.total}>
      <ul class="tasks-lines">
        {value.artifacts.map(({ id, tool, lines, bytes }) => (
          <li key={id}>
            <a class="tasks-line" href={href(['tasks', session], { on: `output:${id}` })}>
              <code class="clip">{tool ?? t('output')}</code>
              <span class="meta">
                {t('lines', sayCount(lines))} · {sayBytes(bytes)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function SessionTasks({ session }: { readonly session: string }) {
  const { value } = useOperation('task.list', { limit: 200 })
  const tasks = value?.tasks.filter((task) => task.session === session) ?? []
  if (tasks.length === 0) return null
  return (
    <Section title={t('worksOn')}>
      <ul class="tasks-lines">
        {tasks.map(({ id, name, status }) => (
          <li key={id}>
            <a class="tasks-line" href={href('tasks', { view: 'tasks', on: `task:${id}` })}>
              <span class="clip">{name}</span>
              <span class="meta">{t(status)}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

async function exportSession(session: string): Promise<void> {
  await attempt(async () => {
    const answer = await send('/api/v1/transcript/export', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session }),
    })
    saveFile(`${session}.jsonl`, await answer.blob())
  })
}
