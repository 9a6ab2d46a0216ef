import { useEffect, useState } from 'preact/hooks'
import { useOperation } from '../../../api/use-operation.js'
import { ReceiptTold, receiptOf } from '../../../inspector/forget.js'
import { useKeys } from '../../../keys/use-keys.js'
import { sayCount } from '../../../language/numbers.js'
import { go, href, param, setParams } from '../../../location/location.js'
import { isSelected, select, selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { Field } from '../../../parts/field.js'
import { Page } from '../../../parts/page.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { seen } from '../../../parts/seen.js'
import { Select } from '../../../parts/select.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { isNarrow } from '../../../shell/narrow.js'
import './conversation.css'
import { EventStep } from './event-step.js'
import { DayRuler, GoneRuler } from './rulers.js'
import { type Step, stepsOf, stepWith } from './steps.js'
import { useReading } from './use-reading.js'
import { useTarget } from './use-target.js'
import { useTranscript } from './use-transcript.js'
import { t } from './words.js'

/** What can be left out: `?show=said`. */
const shows = {
  said: ['message', 'title'],
  tools: ['tool_call', 'tool_result'],
  files: ['file_snapshot'],
  marks: ['recall', 'compaction', 'title'],
} as const

type Show = keyof typeof shows

/** One session as it happened, read like a conversation: `/tasks/NAME`, at the turn of `?on=item:…` or `?at=NUMBER`. */
export function Conversation({ session }: { readonly session: string }) {
  const show = (Object.keys(shows) as Show[]).find((name) => name === param('show'))
  const contains = param('contains').trim()
  const isWhole = show === undefined && contains === ''
  const receipt = receiptOf('session', session)
  const transcript = useTranscript({
    session,
    isGone: receipt !== undefined,
    around: useTarget(session),
    ...(show === undefined ? {} : { types: [...shows[show]] }),
    ...(contains === '' ? {} : { contains }),
  })
  const isThere = receipt === undefined && transcript.problem?.code !== 'not_found'
  const name = seen(transcript.title?.trim().replace(/\s+/gu, ' ') ?? session)
  // Where one came from; on a phone what is about it would stand before the list.
  const back = href('tasks', isNarrow.value ? {} : { on: `session:${session}` })
  useKeys({ close: () => go(back) })
  return (
    <Page
      title={name}
      head={
        <>
          <Button kind="quiet" icon="left" label={t('back')} href={back} />
          <div class="talk-name">
            <span class="talk-title clip" aria-hidden="true">
              {name}
            </span>
            {isThere && <About session={session} channel={transcript.channel} />}
          </div>
        </>
      }
      actions={
        isThere && (
          <Button isOn={isSelected('session', session)} onClick={() => select('session', session)}>
            {t('about')}
          </Button>
        )
      }
      toolbar={
        isThere && (
          <Tools
            show={show}
            onJump={transcript.jump}
            hasEarlier={(transcript.held?.previous ?? null) !== null}
            hasLater={(transcript.held?.next ?? null) !== null}
          />
        )
      }
    >
      {receipt !== undefined ? (
        isSelected('session', session) ? (
          <Empty title={t('forgotten')}>
            <Button href={href('tasks')}>{t('back')}</Button>
          </Empty>
        ) : (
          <div class="page-text">
            <ReceiptTold receipt={receipt} />
          </div>
        )
      ) : transcript.held === undefined || transcript.problem?.code === 'not_found' ? (
        transcript.problem === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <ProblemTold problem={transcript.problem} onAgain={transcript.again} />
        )
      ) : transcript.held.events.length === 0 ? (
        <Empty title={isWhole ? t('empty') : t('noneFound')}>
          {!isWhole && (
            <Button onClick={() => setParams({ show: null, contains: null })}>{t('everything')}</Button>
          )}
        </Empty>
      ) : (
        <Talk key={session} transcript={transcript} session={session} isWhole={isWhole} />
      )}
    </Page>
  )
}

function About({ session, channel }: { readonly session: string; readonly channel: string | null }) {
  const { value } = useOperation('transcript.summary', { session, requests: 0 })
  const messages = value?.counts.find(({ type }) => type === 'message')?.events ?? 0
  return (
    <span class="meta clip">
      {[channel, value === undefined ? null : t('messages', sayCount(messages))]
        .filter((part) => part !== null)
        .join(' · ')}
    </span>
  )
}

interface ToolsProps {
  readonly show: Show | undefined
  readonly hasEarlier: boolean
  readonly hasLater: boolean
  readonly onJump: (to: 'start' | 'end') => void
}

function Tools({ show, hasEarlier, hasLater, onJump }: ToolsProps) {
  const wanted = param('contains')
  const [typed, setTyped] = useState(wanted)
  useEffect(() => setTyped(wanted), [wanted])
  useEffect(() => {
    const timer = setTimeout(() => setParams({ contains: typed }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class="talk-tools">
      <Select
        label={t('show')}
        isLabelHidden
        value={show ?? ''}
        options={[
          { value: '', label: t('everything') },
          ...(Object.keys(shows) as Show[]).map((value) => ({ value, label: t(value) })),
        ]}
        onChange={(value) => setParams({ show: value })}
      />
      <div class="grow">
        <Field
          label={t('contains')}
          isLabelHidden
          type="search"
          placeholder={t('find')}
          value={typed}
          onInput={setTyped}
          onEscape={() => setTyped('')}
        />
      </div>
      <Button
        kind="quiet"
        icon="up"
        label={t('toStart')}
        isDisabled={!hasEarlier}
        onClick={() => onJump('start')}
      />
      <Button
        kind="quiet"
        icon="down"
        label={t('toEnd')}
        isDisabled={!hasLater}
        onClick={() => onJump('end')}
      />
    </div>
  )
}

const SETTLE_MS = 250

interface TalkProps {
  readonly transcript: ReturnType<typeof useTranscript>
  readonly session: string
  readonly isWhole: boolean
}

function Talk({ transcript, session, isWhole }: TalkProps) {
  const { held, earlier, later } = transcript
  const steps = stepsOf(held?.events ?? [], { isWhole })
  const at = Number(param('at'))
  const selected = selection.value
  const current =
    selected === null
      ? steps.find((step) => step.kind === 'event' && step.event.seq === at)?.key
      : stepWith(steps, selected.id)
  const reading = useReading({ steps, current, hasLater: held?.next !== null, earlier, later })
  const events = steps.filter((step): step is Step & { kind: 'event' } => step.kind === 'event')
  const move = (by: number) => {
    const from = events.findIndex(({ key }) => key === (current ?? reading.seen()))
    const next = events[Math.min(events.length - 1, Math.max(0, from + (current === undefined ? 0 : by)))]
    if (next !== undefined) selectStep(next)
  }
  useKeys({ next: () => move(1), previous: () => move(-1), open: () => reading.toggle(current) })
  return (
    <div
      ref={reading.box}
      class="talk"
      tabIndex={0}
      role="region"
      aria-label={t('conversation')}
      aria-busy={transcript.isLoading}
    >
      <ol class="talk-steps">
        {steps.map((step) => {
          if (step.kind === 'day') return <DayRuler key={step.key} id={step.key} at={step.at} />
          if (step.kind === 'gone') return <GoneRuler key={step.key} id={step.key} count={step.count} />
          return (
            <li
              key={step.key}
              data-step={step.key}
              class={step.key === current ? 'step step-on' : 'step'}
              aria-current={step.key === current ? 'true' : undefined}
            >
              <EventStep step={step} session={session} selected={selected?.id} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function selectStep({ event }: Step & { kind: 'event' }): void {
  select(event.type === 'recall' ? 'prompt' : 'item', event.id)
}
