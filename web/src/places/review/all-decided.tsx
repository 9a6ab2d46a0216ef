import type { OutputOf } from '../../api/operation-types.js'
import { href, hrefHere } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { Elsewhere } from './elsewhere.js'
import type { EntryKind } from './entry.js'
import { t } from './words.js'

interface AllDecidedProps {
  readonly kind: EntryKind | null
  readonly waiting: OutputOf<'memory.waiting'>
}

/** Nothing waits, of one kind or at all: where to go from here. */
export function AllDecided({ kind, waiting }: AllDecidedProps) {
  const isFiltered = kind !== null && waiting.total > 0
  return (
    <div class="all-decided">
      <Empty
        title={t(isFiltered ? 'emptyKind' : 'empty')}
        hint={isFiltered ? t('emptyKindHint', waiting.total) : t('emptyHint')}
      >
        {isFiltered ? (
          <Button href={hrefHere({ kind: null, entry: null })}>{t('showAll')}</Button>
        ) : (
          <>
            <Button icon="search" href={href('search')}>
              {t('toSearch')}
            </Button>
            <Button icon="overview" href={href('overview')}>
              {t('toOverview')}
            </Button>
          </>
        )}
      </Empty>
      <Elsewhere waiting={waiting} />
    </div>
  )
}
