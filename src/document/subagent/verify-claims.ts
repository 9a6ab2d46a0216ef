import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { inInt, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { countBreaks } from '../../text/count-breaks.js'
import { type QuotedText, quotedText } from '../answers/verify-quote.js'
import type { ShownDocument } from '../document-rows.js'
import { ownText } from '../own-heading.js'
import { anchorForms, anchorKey } from '../reading/anchor-key.js'
import { sectionRows, sectionsAbove } from '../reading/section-rows.js'
import { visibleDocument } from '../tasks/visible-documents.js'
import type { Reading } from './reading.js'

/** What a model says that its answer rests on. */
export interface Claim {
  readonly document: string
  readonly anchor: string
  readonly quote: string
}

/** A place in a visible document that was found to say what was quoted. */
export interface VerifiedQuote {
  readonly document: ShownDocument
  readonly anchor: string
  readonly heading: string
  /** Headings that the section stands under, outermost first. */
  readonly under: readonly { readonly anchor: string; readonly heading: string }[]
  /** The whole sentences, as they stand in the document, whatever the model made of them. */
  readonly quote: string
  /** In the document, from 1. */
  readonly line: number
  readonly lastLine: number
}

export interface VerifiedClaims {
  readonly verified: readonly VerifiedQuote[]
  /** How many could not be found where they were said to be. */
  readonly removed: number
}

export interface Verifying {
  readonly task: string
  readonly reading: Reading
  /** Whether the question may be answered from it. */
  readonly mayAsk: (document: ShownDocument) => boolean
}

/**
 * Finds what a model quotes: in the section that it names, else in one of the same document that it read, for models
 * mistake a section for the one above. Only documents that are visible now count, in the version that answers now.
 */
export async function verifyClaims(
  spine: Spine,
  reach: Reach,
  { task, reading, mayAsk }: Verifying,
  claims: readonly Claim[],
): Promise<VerifiedClaims> {
  const known = new Map<string, Searched | undefined>()
  const sectionOf = async (document: string, anchor: string): Promise<Searched | undefined> => {
    const key = JSON.stringify([document, anchor])
    if (!known.has(key)) known.set(key, await readSearched(spine, reach, { task, document, anchor }))
    return known.get(key)
  }
  const verified = new Map<string, VerifiedQuote>()
  let removed = 0
  for (const { document: name, anchor, quote } of claims) {
    const document = reading.documentCalled(name)
    const others = reading.sectionsRead(document).map((section) => section.anchor)
    const found = await firstWith([anchor, ...others], async (candidate) => {
      const section = await sectionOf(document, candidate)
      return section === undefined || !mayAsk(section.document) ? undefined : quoteIn(section, quote)
    })
    if (found === undefined) removed += 1
    else verified.set(JSON.stringify([found.document.id, found.anchor, found.quote]), found)
  }
  return { verified: [...verified.values()], removed }
}

async function firstWith<T, R>(
  candidates: readonly T[],
  find: (candidate: T) => Promise<R | undefined>,
): Promise<R | undefined> {
  for (const candidate of candidates) {
    const found = await find(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

function quoteIn(section: Searched, quote: string): VerifiedQuote | undefined {
  const found = section.quotes.find(quote)
  if (found === undefined) return undefined
  const span = section.quotes.widened(found)
  const { document, anchor, heading, under, text } = section
  const said = text.substring(...span) // slice-ok: a place that was found begins and ends at characters
  const line = section.line + countBreaks(text.substring(0, span[0])) // slice-ok: only counted
  return { document, anchor, heading, under, quote: said, line, lastLine: line + countBreaks(said) }
}

interface WholeSection extends Omit<VerifiedQuote, 'quote' | 'lastLine'> {
  readonly text: string
}

interface Searched extends WholeSection {
  readonly quotes: QuotedText
}

interface SectionNamed {
  readonly task: string
  readonly document: string
  readonly anchor: string
}

async function readSearched(spine: Spine, reach: Reach, named: SectionNamed): Promise<Searched | undefined> {
  try {
    const section = await spine.store.read(wholeSection, spine, reach, named)
    return section && { ...section, quotes: quotedText(section.text) }
  } catch (error) {
    if (error instanceof MemoryError && (error.code === 'not_found' || error.code === 'invalid_input'))
      return undefined
    throw error
  }
}

function* wholeSection(spine: Spine, reach: Reach, named: SectionNamed): Tx<WholeSection | undefined> {
  const document = yield* visibleDocument(spine, reach, named)
  for (const form of anchorForms(named.anchor)) {
    const key = anchorKey(spine, document.bank, form)
    const parts = yield* sectionRows(document, sql`p.anchor_key = ${key}`, PARTS_READ)
    const [first] = parts
    if (first === undefined) continue
    const rows = yield* all<{ rid: number; body: string }>(sql`
      select s.item_rid as rid, x.body from section s
      join item i on i.bank = s.bank and i.rid = s.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where s.bank = ${document.bank} and s.item_rid ${inInt(parts.map(({ itemRid }) => itemRid))}`)
    const texts = new Map(rows.map(({ rid, body }) => [rid, ownText(body)]))
    const { anchor, heading, line } = first
    const above = yield* sectionsAbove(document, first)
    return {
      document,
      anchor,
      heading,
      under: above.map((one) => ({ anchor: one.anchor, heading: one.heading })),
      line,
      text: parts.map(({ itemRid }) => texts.get(itemRid) ?? '').join(''),
    }
  }
  return undefined
}

/** Of a section that is longer, the rest is not looked through. */
const PARTS_READ = 32
