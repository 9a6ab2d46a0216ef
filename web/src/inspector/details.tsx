import type { ComponentChildren } from 'preact'
import type { Item } from '../api/operation-types.js'
import { sayChannel } from '../language/channel-words.js'
import { sayFigure } from '../language/numbers.js'
import { href } from '../location/location.js'
import { speakerOf } from '../parts/item-row.js'
import { Section } from '../parts/section.js'
import { Time, TimeSpan } from '../parts/time.js'
import { t } from './words.js'

/** Everything else that is known of an item, name by name. */
export function Details({ item }: { readonly item: Item }) {
  const rows = rowsOf(item).filter((row): row is Row => row !== null)
  return (
    <Section title={t('details')} isOpen={false}>
      <dl class="details">
        {rows.map(([name, value]) => (
          <div key={name} class="detail">
            <dt class="meta">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

type Row = readonly [string, ComponentChildren]

function rowsOf({
  id,
  origin,
  occurredAt,
  recordedAt,
  lastUsedAt,
  turn,
  tags,
  fact,
  record,
}: Item): (Row | null)[] {
  return [
    ...(fact === null
      ? []
      : [
          [t('category'), fact.category] as const,
          row('subject', fact.subject),
          fact.key === null
            ? null
            : ([
                t('key'),
                <a class="link mono" href={href('memory/facts', { key: fact.key })}>
                  {fact.key}
                </a>,
              ] as const),
          [t('holds'), <TimeSpan from={fact.validFrom} until={fact.validUntil} />] as const,
          fact.expiresAt === null ? null : ([t('expires'), <Time at={fact.expiresAt} />] as const),
          [t('importance'), `${fact.importance} / 10`] as const,
          [t('confidence'), sayFigure(fact.confidence)] as const,
        ]),
    ...(turn === null
      ? []
      : [
          row('speaker', speakerOf(turn)),
          [
            t('session'),
            <a class="link" href={href(['tasks', turn.session], { on: `item:${id}` })}>
              {turn.session}
            </a>,
          ] as const,
          row('channel', turn.channel === null ? null : sayChannel(turn.channel)),
        ]),
    ...(record === null ? [] : [row('file', record.file), row('revision', String(record.revision))]),
    tags.length === 0 ? null : row('tags', tags.map((tag) => `#${tag}`).join(' ')),
    row('origin', origin),
    occurredAt === null ? null : ([t('happened'), <Time at={occurredAt} as="moment" />] as const),
    [t('recorded'), <Time at={recordedAt} as="moment" />],
    lastUsedAt === null ? null : ([t('lastUsed'), <Time at={lastUsedAt} as="moment" />] as const),
    [t('id'), <code>{id}</code>],
  ]
}

function row(
  name: 'subject' | 'speaker' | 'channel' | 'file' | 'revision' | 'tags' | 'origin',
  value: string | null,
): Row | null {
  return value === null ? null : [t(name), value]
}
