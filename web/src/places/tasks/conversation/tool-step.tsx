import { useState } from 'preact/hooks'
import { hrefHere } from '../../../location/location.js'
import { Output } from '../output/output.js'
import { TextBox } from '../text-box.js'
import { callLine, callText } from './call-line.js'
import { Clock } from './clock.js'
import { LongText } from './long-text.js'
import type { TranscriptEvent } from './transcript-window.js'
import { t } from './words.js'

export interface ToolStepProps {
  readonly event: TranscriptEvent
  /** What came back; undefined where nothing did, or it is further down than what is loaded. */
  readonly result: TranscriptEvent | undefined
  readonly session: string
  readonly isOpen: boolean
}

/** A tool's call with its result, in one line; unfolded both, a large output read page by page. */
export function ToolStep({ event, result, session, isOpen }: ToolStepProps) {
  // Open where one arrives; who moves past opens it by a key.
  const [begins] = useState(isOpen)
  const [hasOpened, setOpened] = useState(isOpen)
  const outcome = result === undefined ? 'noResult' : result.isError === true ? 'failed' : 'ok'
  const { tool, path, sidechain } = event
  return (
    <div class={sidechain === null ? 'fold' : 'fold message-beside'}>
      <details open={begins} onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
        <summary class="fold-head">
          <span class="fold-what">
            <code>{tool ?? t('tool')}</code>
          </span>
          <span class="fold-line mono clip">
            {event.type === 'tool_call' ? callLine(event.text) || path : (path ?? '')}
          </span>
          <span class={`outcome outcome-${outcome}`}>{t(outcome)}</span>
        </summary>
        {hasOpened && (
          <div class="fold-body">
            {event.type === 'tool_call' && event.text !== '' && (
              <div>
                <p class="fold-name meta">{t('asked')}</p>
                <LongText event={event} session={session}>
                  {(text) => <TextBox label={t('asked')} text={callText(text)} wraps />}
                </LongText>
              </div>
            )}
            {result !== undefined && (
              <div>
                <p class="fold-name meta">
                  {t('cameBack')} ·{' '}
                  <a class="link" href={hrefHere({ on: `item:${result.id}` })}>
                    #{result.seq}
                  </a>
                </p>
                {result.artifact === null ? (
                  <LongText event={result} session={session}>
                    {(text) => (
                      <TextBox label={t('cameBack')} text={text === '' ? t('nothing') : text} wraps />
                    )}
                  </LongText>
                ) : (
                  <Output id={result.artifact} />
                )}
              </div>
            )}
          </div>
        )}
      </details>
      <Clock event={event} />
    </div>
  )
}
