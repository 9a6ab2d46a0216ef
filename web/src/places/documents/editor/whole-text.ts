import { call } from '../../../api/call.js'
import type { LibraryDocument } from '../document.js'

/** A longer text is not for a field of a page. */
export const TEXT_MAX_CHARS = 400_000

/** The latest version of a document with all of its text; null where that is too long to be edited in a page. */
export async function wholeText(id: string): Promise<{ document: LibraryDocument; text: string | null }> {
  let text = ''
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(id, from)
    const { document, version } = page
    if ((version?.chars ?? 0) > TEXT_MAX_CHARS) return { document, text: null }
    text += page.text?.content ?? ''
    from = page.text?.next ?? null
    if (from === null) return { document, text }
  }
  throw new Error('a text without an end')
}

function pageOf(id: string, from: number) {
  return call('knowledge.show', { document: id, text: true, from, maxChars: 200_000 })
}
