import { sayExactly } from '../../../language/dates.js'
import { language } from '../../../language/language.js'
import { hrefHere } from '../../../location/location.js'
import type { TranscriptEvent } from './transcript-window.js'
import { t } from './words.js'

/** When it happened: the time of day, for the day stands above. Pressing it shows all that is known of the event. */
export function Clock({ event }: { readonly event: Pick<TranscriptEvent, 'id' | 'at' | 'seq'> }) {
  const time = new Intl.DateTimeFormat(language.value === 'en' ? 'en-GB' : 'zh-CN', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(event.at))
  return (
    <a
      class="clock meta"
      href={hrefHere({ on: `item:${event.id}` })}
      title={`#${event.seq} · ${sayExactly(event.at)}`}
      aria-label={t('inspect', event.seq, time)}
    >
      {time}
    </a>
  )
}
