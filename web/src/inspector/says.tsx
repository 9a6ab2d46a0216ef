import { useState } from 'preact/hooks'
import type { Item } from '../api/operation-types.js'
import { Button } from '../parts/button.js'
import { Highlight } from '../parts/highlight.js'
import { Markdown } from '../parts/markdown.js'
import { found } from './found.js'
import { t } from './words.js'

const FOLDED_CHARS = 1_500

/** What an item says, verbatim; a record as its Markdown reads. Long texts are folded. */
export function Says({ item }: { readonly item: Item }) {
  const [isWhole, setWhole] = useState(false)
  const { text, record } = item
  const isLong = text.length > FOLDED_CHARS && !isWhole
  const spans = found.value?.hits.get(item.id)?.matched ?? []
  return (
    <>
      {record !== null && <p class="says-about">{record.description}</p>}
      {record !== null && !isLong ? (
        <Markdown text={text} />
      ) : (
        <p class="verbatim">
          <Highlight text={text} spans={spans} {...(isLong ? { maxChars: FOLDED_CHARS } : {})} />
        </p>
      )}
      {isLong && (
        <div>
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {t('all')}
          </Button>
        </div>
      )}
    </>
  )
}
