import type { InputOf, OutputOf } from '../../../api/operation-types.js'
import { usePages } from '../../../api/use-pages.js'
import { param, setParams } from '../../../location/location.js'
import { Empty } from '../../../parts/empty.js'
import { Select } from '../../../parts/select.js'
import { Time } from '../../../parts/time.js'
import { MemoryFrame } from '../memory-frame.js'
import { t as memory } from '../words.js'
import { KnownList, namesOf } from './known-list.js'
import { t } from './words.js'

type Project = OutputOf<'memory.projects'>['projects'][number]
type ProjectStatus = NonNullable<InputOf<'memory.projects'>['status']>

const statuses = [
  'active',
  'planned',
  'paused',
  'quiet',
  'done',
  'cancelled',
] as const satisfies readonly ProjectStatus[]

/** Which projects are known, how they stand, and who works on them. */
export function ProjectsTab() {
  const status = statuses.find((one) => one === param('status'))
  const pages = usePages('memory.projects', [{ limit: 200, ...(status === undefined ? {} : { status }) }], {
    read: ({ projects }) => ({ rows: projects as readonly Project[], next: null }),
    keyOf: ({ id }) => id,
  })
  return (
    <MemoryFrame
      tab="projects"
      filters={
        <Select
          label={t('status')}
          value={status ?? ''}
          options={[
            { value: '', label: memory('all') },
            ...statuses.map((value) => ({ value, label: t(value) })),
          ]}
          onChange={(value) => setParams({ status: value })}
        />
      }
    >
      <KnownList
        label={t('projects')}
        pages={pages}
        kind="entity"
        first={({ name, status: stands, mentions }) => (
          <>
            <span class="row-name clip">{name}</span>
            <span class="row-grow meta">{t(stands)}</span>
            <span class="meta known-kind">{t('items', mentions)}</span>
          </>
        )}
        second={(project) => (
          <>
            <span class="row-grow clip">{aroundOf(project)}</span>
            {project.lastSeen !== null && <Time at={project.lastSeen} />}
          </>
        )}
        empty={
          status === undefined ? (
            <Empty title={t('noProjects')} hint={t('noProjectsHint')} />
          ) : (
            <Empty title={memory('nothing')} />
          )
        }
      />
    </MemoryFrame>
  )
}

function aroundOf({ owners, members, needs }: Project): string {
  return [
    owners.length > 0 && t('ownedBy', namesOf(owners)),
    members.length > 0 && t('members', members.length),
    needs.length > 0 && t('needs', namesOf(needs)),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}
