import type { OutputOf } from '../../../api/operation-types.js'
import { usePages } from '../../../api/use-pages.js'
import { sayList } from '../../../language/say-list.js'
import { Empty } from '../../../parts/empty.js'
import { Time } from '../../../parts/time.js'
import { MemoryFrame } from '../memory-frame.js'
import { KnownList, nameOf, namesOf } from './known-list.js'
import { t } from './words.js'

type Person = OutputOf<'memory.people'>['people'][number]

/** Who is known, with what they are and whom they work with. */
export function PeopleTab() {
  const pages = usePages('memory.people', [{ limit: 200 }], {
    read: ({ people }) => ({ rows: people as readonly Person[], next: null }),
    keyOf: ({ id }) => id,
  })
  return (
    <MemoryFrame tab="people">
      <KnownList
        label={t('people')}
        pages={pages}
        kind="entity"
        first={({ name, roles, mentions }) => (
          <>
            <span class="row-name clip">{nameOf(name)}</span>
            <span class="row-grow clip meta">{sayList(roles)}</span>
            <span class="meta known-kind">{mentions > 0 && t('items', mentions)}</span>
          </>
        )}
        second={(person) => (
          <>
            <span class="row-grow clip">{aroundOf(person)}</span>
            {person.lastSeen !== null && <Time at={person.lastSeen} />}
          </>
        )}
        empty={<Empty title={t('noPeople')} hint={t('noPeopleHint')} />}
      />
    </MemoryFrame>
  )
}

function aroundOf({ managers, reports, projects }: Person): string {
  return [
    managers.length > 0 && t('reportsTo', namesOf(managers)),
    reports.length > 0 && t('leads', reports.length),
    projects.length > 0 && t('worksOn', namesOf(projects)),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}
