import type { ComponentChildren } from 'preact'
import type { Item } from '../api/operation-types.js'
import { sayKindOf } from '../language/kind-words.js'
import { words } from '../language/language.js'
import { Highlight } from './highlight.js'
import { Status, type StatusOf } from './status.js'
import { Time } from './time.js'
import { Trust } from './trust.js'

export interface ItemRowProps {
  readonly item: Item
  /** Where it answers what was asked. */
  readonly spans?: readonly (readonly [number, number])[]
  /** At the end of the second line: what this list has to say of it. */
  readonly beside?: ComponentChildren
}

/** Lets everything that can be remembered look the same in every list: what it says, then what it is. 52 pixels high. */
export function ItemRow({ item, spans = [], beside }: ItemRowProps) {
  const status = statusOf(item)
  const who = whoOf(item)
  const isPast = status === 'superseded' || status === 'retracted' || status === 'expired'
  return (
    <div class="row-two">
      <div class="row-line">
        <Trust of={item.trust} />
        <span class={isPast ? 'clip row-grow row-past' : 'clip row-grow'}>
          <Highlight text={lineOf(item)} spans={spans} maxChars={240} />
        </span>
      </div>
      <div class="row-line row-meta meta">
        <span>{sayKindOf(item)}</span>
        {status !== undefined && status !== 'active' && <Status of={status} />}
        {item.fact?.isPinned === true && <span>{t('pinned')}</span>}
        {who !== '' && <span class="clip">{who}</span>}
        <Time at={item.occurredAt ?? item.recordedAt} />
        <span class="row-grow" />
        {beside}
      </div>
    </div>
  )
}

/** Where a fact stands; undefined for all else. */
export function statusOf({ fact }: Item): StatusOf | undefined {
  if (fact === null) return undefined
  const hasRunOut = fact.expiresAt !== null && Date.parse(fact.expiresAt) < Date.now()
  return fact.status === 'active' && hasRunOut ? 'expired' : fact.status
}

/** Who said a message: by name, else in which part. */
export function speakerOf({ speaker, role }: NonNullable<Item['turn']>): string {
  return speaker ?? t(role === 'user' || role === 'tool' ? role : 'assistant')
}

/** Who says it, and where. */
function whoOf({ turn, record, fact, tags }: Item): string {
  if (turn !== null) return speakerOf(turn)
  if (record !== null) return record.name
  if (fact !== null) return fact.key ?? fact.category
  return tags.map((tag) => `#${tag}`).join(' ')
}

/** Of a record what it is about; its body is for the inspector. Line breaks of all else are spaces here, so that spans hold. */
function lineOf({ text }: Item): string {
  return text.replace(/[\r\n\t]/g, ' ')
}

const t = words({
  en: { pinned: 'pinned', user: 'user', assistant: 'assistant', tool: 'tool' },
  zh: { pinned: '已置顶', user: '用户', assistant: '助手', tool: '工具' },
})
