import { usePages } from '../../api/use-pages.js'
import { select, selection } from '../../location/selection.js'
import { Empty } from '../../parts/empty.js'
import { ItemRow } from '../../parts/item-row.js'
import { List } from '../../parts/list.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import { FirstRun } from '../../shell/first-run.js'
import type { FoundKind } from './filters.js'
import { t } from './words.js'

/** What was remembered lately, newest first, for as long as nothing is asked. */
export function Recent({ kinds }: { readonly kinds: readonly FoundKind[] | undefined }) {
  const pages = usePages(
    'memory.items',
    [{ limit: 60, ...(kinds === undefined ? {} : { kinds: [...kinds] }) }],
    {
      read: ({ items, next }) => ({ rows: items, next }),
      keyOf: ({ id }) => id,
    },
  )
  if (pages.rows === undefined) {
    return pages.problem === undefined ? (
      <Skeleton isRows />
    ) : (
      <ProblemTold problem={pages.problem} onAgain={pages.again} />
    )
  }
  return (
    <List
      label={t('recent')}
      rows={pages.rows}
      keyOf={({ id }) => id}
      rowHeight={56}
      selected={selection.value?.kind === 'item' ? selection.value.id : null}
      onSelect={({ id }) => select('item', id)}
      onEnd={pages.more}
      row={(item) => <ItemRow item={item} />}
      empty={kinds === undefined ? <FirstRun /> : <Empty title={t('nothing')} />}
    />
  )
}
