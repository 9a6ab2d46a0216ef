import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { hrefHere } from '../../../location/location.js'
import { Icon } from '../../../parts/icon.js'
import { Markdown } from '../../../parts/markdown.js'
import { TextBox } from '../text-box.js'
import { Clock } from './clock.js'
import { CompactionRuler } from './compaction-ruler.js'
import { LongText } from './long-text.js'
import type { Step } from './steps.js'
import { ToolStep } from './tool-step.js'
import type { TranscriptEvent } from './transcript-window.js'
import { t } from './words.js'

export interface EventStepProps {
  readonly step: Step & { readonly kind: 'event' }
  readonly session: string
  /** The id of what is selected: its fold is open. */
  readonly selected: string | undefined
}

/** One thing that happened, as its type reads best: words stand open, what a machine did is folded to one line. */
export function EventStep({ step, session, selected }: EventStepProps) {
  const { event, result } = step
  switch (event.type) {
    case 'message':
      return <Message event={event} session={session} />
    case 'reasoning':
      return (
        <Fold event={event} isOpen={selected === event.id} what={t('reasoning')} line={event.text}>
          <LongText event={event} session={session}>
            {(text) => <p class="verbatim fold-quiet">{text}</p>}
          </LongText>
        </Fold>
      )
    case 'tool_call':
    case 'tool_result':
      return (
        <ToolStep
          event={event}
          result={event.type === 'tool_result' ? event : result}
          session={session}
          isOpen={selected === event.id || (result !== undefined && selected === result.id)}
        />
      )
    case 'file_snapshot':
      return (
        <Fold
          event={event}
          isOpen={selected === event.id}
          what={<code>{event.path}</code>}
          line={t('snapshot', event.text.split('\n').length)}
        >
          <LongText event={event} session={session}>
            {(text) => <TextBox label={event.path ?? ''} text={text} />}
          </LongText>
        </Fold>
      )
    case 'title':
      return (
        <p class="mark">
          <Icon name="pen" />
          <span>{t('titled', event.text)}</span>
          <Clock event={event} />
        </p>
      )
    case 'recall':
      return (
        <a class="mark mark-prompt" href={hrefHere({ on: `prompt:${event.id}` })}>
          <Icon name="memory" />
          <span>{t('prompt')}</span>
          <span class="meta">{t('promptHint')}</span>
          <Icon name="right" />
        </a>
      )
    case 'compaction':
      return <CompactionRuler event={event} session={session} />
  }
}

function Message({ event, session }: { readonly event: TranscriptEvent; readonly session: string }) {
  const { role, speaker, ending, masked, sidechain } = event
  return (
    <article class={`message message-${role}${sidechain === null ? '' : ' message-beside'}`}>
      <header class="message-head">
        <span class="message-who">{speaker ?? sayRole(role)}</span>
        {sidechain !== null && <span class="meta">{t('sidechain', sidechain)}</span>}
        <Clock event={event} />
      </header>
      <LongText event={event} session={session}>
        {(text) => <Markdown text={text} />}
      </LongText>
      {(ending !== null || masked > 0) && (
        <p class="meta message-notes">
          {ending !== null && <span class="message-ending">{t(ending)}</span>}
          {masked > 0 && <span>{t('masked', masked)}</span>}
        </p>
      )}
    </article>
  )
}

function sayRole(role: string): string {
  return role === 'user' || role === 'assistant' || role === 'system' ? t(role) : role
}

interface FoldProps {
  readonly event: TranscriptEvent
  readonly isOpen: boolean
  readonly what: ComponentChildren
  readonly line: string
  readonly children: ComponentChildren
}

function Fold({ event, isOpen, what, line, children }: FoldProps) {
  const [begins] = useState(isOpen)
  return (
    <div class={event.sidechain === null ? 'fold' : 'fold message-beside'}>
      <details open={begins}>
        <summary class="fold-head">
          <span class="fold-what">{what}</span>
          <span class="fold-line clip">{line.slice(0, 300)}</span>
        </summary>
        <div class="fold-body">{children}</div>
      </details>
      <Clock event={event} />
    </div>
  )
}
