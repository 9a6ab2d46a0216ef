import { type PreparedItem, prepareItem } from '../../items/add.js'
import { identityOf } from '../../items/identity.js'
import { type ItemId, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import type { DocumentSize } from '../document.js'
import type { Outline, OutlinePlace } from '../outline/outline.js'
import { parentsOf } from '../outline/parents.js'
import { CONTEXT_SEPARATOR } from '../own-heading.js'

/** What is to become a version: a text, and where its sections are. */
export interface DocumentDraft {
  readonly text: string
  readonly bytes: number
  readonly outline: Outline
  readonly title: string
  /** What it says of itself, for who chooses among documents; null where it says nothing. */
  readonly summary: string | null
}

/** A version with everything that takes time, made before the transaction begins. */
export interface PreparedVersion {
  readonly title: string
  readonly summary: string | null
  readonly contentHash: Uint8Array
  readonly size: DocumentSize
  readonly sections: readonly PreparedSection[]
}

export interface PreparedSection {
  readonly item: PreparedItem
  /** How much of the item's text is its context: what is behind stands so in the document. */
  readonly contextChars: number
  readonly place: OutlinePlace
  /** Index of the section that it stands under; -1 where it stands under none. */
  readonly parent: number
}

/** By which the same text is known again: what was forgotten stays so under it (docs/forgetting.md). */
export function contentHash(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  text: string,
): Uint8Array {
  return identityOf(identityKey, [bank, 'document content', text])
}

/** Makes the sections of a document's version; those that it shares with another version have the same identity. */
export function prepareVersion(
  spine: Spine,
  reach: Reach,
  document: ItemId,
  { text, bytes, outline, title, summary }: DocumentDraft,
): PreparedVersion {
  const parents = parentsOf(outline.places)
  const occurrences = new Map<string, number>()
  let tokens = 0
  const sections = outline.places.map((place, index): PreparedSection => {
    const context = contextOf(title, place)
    const whole = `${context}${text.substring(place.start, place.end)}` // slice-ok: sections end between characters
    const occurrence = occurrences.get(whole) ?? 0
    occurrences.set(whole, occurrence + 1)
    tokens += place.tokens
    const item = prepareItem(spine, reach, {
      kind: 'section',
      text: whole,
      origin: 'document',
      trust: trustOf('document', []),
      occurredAt: null,
      identity: [document, whole, String(occurrence)],
      quotes: true,
    })
    return { item, contextChars: context.length, place, parent: parents[index] ?? -1 }
  })
  return {
    title,
    summary,
    contentHash: contentHash(spine, reach.writes, text),
    size: {
      bytes,
      chars: text.length,
      lines: outline.lines,
      tokens,
      sections: sections.filter(({ place }) => place.part === 0).length,
    },
    sections,
  }
}

/** One line that says where a section stands: search finds it by its title and its headings too. */
function contextOf(title: string, { under, heading }: OutlinePlace): string {
  const names = [title, ...under, heading].map((name) => clip(asOneLine(name).trim(), NAME_MAX_CHARS))
  // A document is most often called as its first heading.
  const told = names.filter((name, index) => name !== '' && name !== names[index - 1])
  return `${told.join(CONTEXT_SEPARATOR)}\n`
}

const NAME_MAX_CHARS = 300
