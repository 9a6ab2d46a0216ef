import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { sayCount } from '../../../language/numbers.js'
import { Button } from '../../../parts/button.js'
import { excerpt } from '../../../parts/excerpt.js'
import { attempt } from '../../../parts/notice.js'
import type { TranscriptEvent } from './transcript-window.js'
import { t } from './words.js'

interface LongTextProps {
  readonly event: TranscriptEvent
  readonly session: string
  readonly children: (text: string) => ComponentChildren
}

const SHOWN_CHARS = 4_000

/** What an event says; of a long text the beginning, until all of it is asked for. */
export function LongText({ event, session, children }: LongTextProps) {
  const [whole, setWhole] = useState<string>()
  const text = whole ?? excerpt(event.text, [], SHOWN_CHARS).text
  const isCut = whole === undefined && event.chars > text.length
  const showAll = async () => {
    if (event.chars <= event.text.length) return setWhole(event.text)
    await attempt(async () => {
      const { events } = await call('transcript.read', {
        session,
        after: event.seq - 1,
        limit: 1,
        maxChars: 1_000_000,
      })
      setWhole(events.find(({ id }) => id === event.id)?.text ?? event.text)
    })
  }
  return (
    <>
      {children(text)}
      {isCut && (
        <div>
          <Button kind="quiet" onClick={() => void showAll()}>
            {t('showAll', sayCount(event.chars))}
          </Button>
        </div>
      )}
    </>
  )
}
