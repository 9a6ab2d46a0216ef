import type { InputOf, OutputOf } from '../../../api/operation-types.js'
import { usePages } from '../../../api/use-pages.js'
import { sayList } from '../../../language/say-list.js'
import { param, setParams } from '../../../location/location.js'
import { Empty } from '../../../parts/empty.js'
import { Icon } from '../../../parts/icon.js'
import { Select } from '../../../parts/select.js'
import { Status } from '../../../parts/status.js'
import { Time } from '../../../parts/time.js'
import { MemoryFrame } from '../memory-frame.js'
import { t as memory } from '../words.js'
import { KnownList, namesOf } from './known-list.js'
import { t } from './words.js'

type Decision = OutputOf<'memory.decisions'>['decisions'][number]
type DecisionStatus = NonNullable<InputOf<'memory.decisions'>['status']>

const statuses = ['proposed', 'superseded', 'retracted'] as const satisfies readonly DecisionStatus[]

/** What was decided, the latest first, and why. */
export function DecisionsTab() {
  const status = statuses.find((one) => one === param('status'))
  const pages = usePages('memory.decisions', [{ limit: 200, ...(status === undefined ? {} : { status }) }], {
    read: ({ decisions, next }) => ({ rows: decisions as readonly Decision[], next }),
    keyOf: ({ id }) => id,
  })
  return (
    <MemoryFrame
      tab="decisions"
      filters={
        <Select
          label={t('status')}
          value={status ?? ''}
          options={[
            { value: '', label: t('holds') },
            ...statuses.map((value) => ({ value, label: t(value) })),
          ]}
          onChange={(value) => setParams({ status: value })}
        />
      }
    >
      <KnownList
        label={t('decisions')}
        pages={pages}
        kind="item"
        first={({ title, status: stands, flags }) => (
          <>
            <span class="row-name row-grow clip">{title}</span>
            {flags.length > 0 && (
              <span class="known-flag" title={t('contradicts')}>
                <Icon name="warning" />
                <span class="only-heard">{t('contradicts')}</span>
              </span>
            )}
            {stands !== 'active' && <Status of={stands} />}
          </>
        )}
        second={(decision) => (
          <>
            <span class="row-grow clip">{whyOf(decision)}</span>
            <Time at={decision.decidedAt} />
          </>
        )}
        empty={
          status === undefined ? (
            <Empty title={t('noDecisions')} hint={t('noDecisionsHint')} />
          ) : (
            <Empty title={memory('nothing')} />
          )
        }
      />
    </MemoryFrame>
  )
}

function whyOf({ appliesTo, reasons, alternatives }: Decision): string {
  return [
    appliesTo.length > 0 && t('about', namesOf(appliesTo)),
    reasons[0] !== undefined && t('because', reasons[0].replace(/^because\s+/i, '')),
    alternatives.length > 0 && t('insteadOf', sayList(alternatives)),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}
