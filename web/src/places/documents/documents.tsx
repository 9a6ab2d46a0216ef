import { path } from '../../location/location.js'
import { lazy } from '../../shell/lazy.js'
import { DocumentInspector } from './document-inspector.js'
import './documents.css'
import { LibraryTab } from './library-tab.js'

const Ask = lazy<object>(async () => (await import('./ask/ask-tab.js')).AskTab)
const Editor = lazy<{ readonly id: string }>(
  async () => (await import('./editor/document-editor.js')).DocumentEditor,
)
const Reader = lazy<{ readonly id: string }>(async () => (await import('./reader/reader.js')).Reader)

/** The library, one of its documents, or a question to those of a task: `/documents`, `/documents/ID`, `/documents/ask`. */
export function Page() {
  const [, id, what] = path.value
  if (id === undefined) return <LibraryTab />
  if (id === 'ask') return <Ask />
  return what === 'edit' ? <Editor key={id} id={id} /> : <Reader key={id} id={id} />
}

export const inspectors = { document: DocumentInspector }
