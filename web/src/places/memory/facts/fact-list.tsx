import { useMemo } from 'preact/hooks'
import type { Item } from '../../../api/operation-types.js'
import { type Pages, usePages } from '../../../api/use-pages.js'
import { href, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { List } from '../../../parts/list.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { t as memory } from '../words.js'
import { type FactFilter, factQuestions, itemQuestion } from './fact-filter.js'
import { type FactItem, isFact } from './fact-lanes.js'
import { FactRow } from './fact-row.js'
import { t } from './words.js'

/** Facts by category, what weighs most first; on another day, the latest first. */
export function FactList({ filter }: { readonly filter: FactFilter }) {
  const isByWords = filter.contains !== ''
  const listed = usePages('memory.facts', isByWords ? [] : factQuestions(filter), {
    read: ({ facts, next }) => ({ rows: facts as readonly Item[], next }),
    keyOf,
  })
  const found = usePages('memory.items', isByWords ? [itemQuestion(filter, false)] : [], {
    read: ({ items, next }) => ({ rows: items as readonly Item[], next }),
    keyOf,
  })
  const pages = isByWords ? found : listed
  const rows = useMemo(() => sectioned(pages.rows ?? [], !isByWords && filter.key === ''), [pages.rows])
  if (pages.rows === undefined) return <Waiting pages={pages} />
  return (
    <List
      label={t('listLabel')}
      rows={rows}
      keyOf={({ fact }) => fact.id}
      rowHeight={({ section }) => (section === null ? ROW_PX : ROW_PX + SECTION_PX)}
      row={(row) => <FactRow {...row} />}
      selected={selection.value?.id ?? null}
      onSelect={({ fact }) => select('item', fact.id)}
      onEnd={pages.more}
      empty={<Nothing filter={filter} />}
    />
  )
}

const ROW_PX = 52
const SECTION_PX = 32

const keyOf = ({ id }: { readonly id: string }) => id

interface Row {
  readonly fact: FactItem
  /** The category that begins here. */
  readonly section: string | null
}

function sectioned(items: readonly Item[], hasSections: boolean): readonly Row[] {
  let before: string | undefined
  return items.filter(isFact).map((fact) => {
    const { category } = fact.fact
    const isNew = hasSections && category !== before
    before = category
    return { fact, section: isNew ? t(category) : null }
  })
}

/** Until the first page is there. */
export function Waiting({ pages }: { readonly pages: Pages<unknown> }) {
  return pages.problem === undefined ? (
    <Skeleton isRows lines={10} />
  ) : (
    <ProblemTold problem={pages.problem} onAgain={pages.again} />
  )
}

/** Where no fact is: why, and what can be done about it. */
export function Nothing({ filter }: { readonly filter: FactFilter }) {
  const isFiltered = Object.values(filter).some((value) => value !== null && value !== '' && value !== false)
  if (!isFiltered) {
    return (
      <Empty title={t('noFacts')} hint={t('noFactsHint')}>
        <Button href={href('memory/notes')}>{t('writeNote')}</Button>
      </Empty>
    )
  }
  const none = { category: null, key: null, contains: null, at: null, known: null, past: null }
  return (
    <Empty title={memory('nothing')}>
      <Button onClick={() => setParams(none)}>{memory('clear')}</Button>
    </Empty>
  )
}
