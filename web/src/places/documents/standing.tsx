import { Status } from '../../parts/status.js'
import { type LibraryDocument, standingsOf } from './document.js'

/** Where a document stands: published solid, to review dashed, withdrawn struck. */
export function Standing({ document }: { readonly document: LibraryDocument }) {
  return (
    <>
      {standingsOf(document).map((standing) => (
        <Status key={standing} of={standing} />
      ))}
    </>
  )
}
