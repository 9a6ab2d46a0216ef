import type { ItemId } from '../../items/item.js'
import type { ShownDocument } from '../document-rows.js'

/** What was looked at in one piece of research: pointers, and no text. */
export interface Reading {
  /** The name by which the model knows a document: `D1`, `D2` …, as they are shown. */
  nameOf(document: ShownDocument): string
  /** The document that is called so, as the navigation takes it. */
  documentCalled(name: string): string
  readSection(document: ShownDocument, section: ReadSection): void
  /** Sections of a document that were read, in their order. */
  sectionsRead(document: string): readonly ReadSection[]
  trace(): readonly ReadDocument[]
}

export interface ReadSection {
  readonly anchor: string
  readonly heading: string
}

/** A document of which sections were read. */
export interface ReadDocument {
  readonly id: ItemId
  readonly title: string
  readonly version: number
  readonly sections: readonly ReadSection[]
}

export function createReading(): Reading {
  const names = new Map<ItemId, string>()
  const ids = new Map<string, ItemId>()
  const read = new Map<
    ItemId,
    { readonly document: ShownDocument; readonly sections: Map<string, ReadSection> }
  >()
  return {
    nameOf: ({ id }) => {
      const known = names.get(id)
      if (known !== undefined) return known
      const name = `D${names.size + 1}`
      names.set(id, name)
      ids.set(name, id)
      return name
    },
    documentCalled: (name) => ids.get(name.trim().toUpperCase()) ?? name,
    readSection: (document, section) => {
      const known = read.get(document.id)
      // Another version by now: what was read of the one before is no pointer any more.
      const sections = known?.document.version === document.version ? known.sections : new Map()
      read.set(document.id, { document, sections: sections.set(section.anchor, section) })
    },
    sectionsRead: (document) => [...(read.get(document as ItemId)?.sections.values() ?? [])],
    trace: () =>
      [...read.values()].map(({ document: { id, title, version }, sections }) => ({
        id,
        title,
        version,
        sections: [...sections.values()],
      })),
  }
}
