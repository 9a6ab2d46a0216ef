import { documentMap } from '../document/reading/document-map.js'
import { DEFAULT_TASK } from '../document/tasks/task-documents.js'
import { clip } from '../text/clip.js'
import { asOneLine } from '../text/one-line.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'

/** The documents that the task may ask: pointers, no text of theirs. */
export async function knowledgeBlock(
  { spine, reach }: PromptWorld,
  task: string | undefined,
): Promise<Gathered> {
  if (!reach.capabilities.has('knowledge.read')) return { items: [] }
  const { documents, total } = await spine.store.read(documentMap, spine, reach, {
    task: task ?? DEFAULT_TASK,
    limit: DOCUMENTS_MAX,
  })
  return {
    items: documents.map(({ id, title, sections, tokens, summary, updatedAt }, index) => {
      const about = summary === null ? '' : `: ${clip(asOneLine(summary), SUMMARY_CHARS)}`
      const text = `${asOneLine(title)} (document ${id}, ${sections} sections, ${tokens} tokens)${about}`
      return memoryItem({ id, text, origin: 'document', trust: 'untrusted', at: updatedAt }, spine.zone, {
        order: index,
      })
    }),
    ...(total > documents.length
      ? { missing: `${total - documents.length} more documents are not listed` }
      : {}),
  }
}

const DOCUMENTS_MAX = 50
const SUMMARY_CHARS = 160
