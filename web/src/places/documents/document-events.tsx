import { Time } from '../../parts/time.js'
import type { ShownDocument } from './document.js'
import { t } from './words.js'

/** Who did what when, the newest first, with the reason that was given. */
export function DocumentEvents({ events }: { readonly events: ShownDocument['events'] }) {
  return (
    <ol class="documents-events">
      {events.map(({ at, actor, event, version, note }, index) => (
        <li key={index}>
          <span class={`documents-event documents-event-${event}`}>
            {t('event', t(`event_${event}`), version)}
          </span>
          <span class="meta documents-event-when">
            <span class="clip">{actor}</span>
            <Time at={at} as="moment" />
          </span>
          {note !== null && <p class="documents-note verbatim">{note}</p>}
        </li>
      ))}
    </ol>
  )
}
