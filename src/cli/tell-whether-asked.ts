import type { Memory } from '../engine.js'
import { calledBy, type DocumentHead } from './render/knowledge.js'
import { tell } from './tell.js'
import type { Terminal } from './terminal.js'
import { counted } from './wording/spoken-number.js'

/** Of what was published: that it answers, or what is to be done first, as nothing is asked that is attached to no task. */
export async function tellWhetherAsked(
  terminal: Terminal,
  memory: Memory,
  published: readonly Pick<DocumentHead, 'id' | 'source' | 'title'>[],
): Promise<void> {
  if (published.length === 0) return
  const visible = await askedDocuments(memory)
  const hidden = published.filter(({ id }) => !visible.has(id))
  const [first] = hidden
  if (first === undefined) {
    const who = published.length === 1 ? 'It answers' : 'They answer'
    return tell(terminal, `${who}: recollect knowledge ask "…"`)
  }
  const what = hidden.length === 1 ? calledBy(first) : '--all'
  const who = hidden.length === 1 ? 'It answers' : 'They answer'
  const rest = hidden.length < published.length ? `${counted(hidden.length, 'document')} of them: ` : ''
  tell(terminal, `${rest}${who} once attached: recollect knowledge attach ${what}`)
}

async function askedDocuments(memory: Memory): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let after: string | undefined; ; ) {
    const page = await memory.knowledgeMap({ limit: 200, ...(after === undefined ? {} : { after }) })
    for (const { id } of page.documents) found.add(id)
    if (page.next === null) return found
    after = page.next
  }
}
