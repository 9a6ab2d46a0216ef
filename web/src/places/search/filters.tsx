import type { InputOf } from '../../api/operation-types.js'
import { sayKinds } from '../../language/kind-words.js'
import { param, setParams } from '../../location/location.js'
import { DayPicker } from '../../parts/day-picker.js'
import { Select } from '../../parts/select.js'
import { t } from './words.js'

const kinds = ['turn', 'thought', 'fact', 'decision', 'relation', 'record', 'artifact', 'task'] as const

export type FoundKind = (typeof kinds)[number]

interface FiltersOf {
  readonly kinds: readonly FoundKind[] | undefined
  /** YYYY-MM-DD; '' for today. */
  readonly asOf: string
  readonly hasPast: boolean
}

/** The filters of the address, as an operation takes them. */
export function readFilters(): FiltersOf & { readonly input: Partial<InputOf<'memory.search'>> } {
  const kind = kinds.find((one) => one === param('kind'))
  const asOf = /^\d{4}-\d{2}-\d{2}$/.test(param('as-of')) ? param('as-of') : ''
  const hasPast = param('past') === 'yes'
  return {
    kinds: kind === undefined ? undefined : [kind],
    asOf,
    hasPast,
    input: {
      ...(kind === undefined ? {} : { kinds: [kind] }),
      ...(asOf === '' ? {} : { asOf: `${asOf}T23:59:59` }),
      ...(hasPast ? { includeSuperseded: true } : {}),
    },
  }
}

export function Filters({ kinds: chosen, asOf, hasPast }: FiltersOf) {
  return (
    <div class="filters">
      <DayPicker
        label={t('asOf')}
        unset={t('today')}
        value={asOf}
        onChange={(day) => setParams({ 'as-of': day })}
      />
      <Select
        label={t('kind')}
        isLabelHidden
        isQuiet
        value={chosen?.[0] ?? ''}
        options={[
          { value: '', label: t('allKinds') },
          ...kinds.map((value) => ({ value, label: sayKinds(value) })),
        ]}
        onChange={(kind) => setParams({ kind })}
      />
      <label class="filter">
        <input
          type="checkbox"
          checked={hasPast}
          onChange={(event) => setParams({ past: event.currentTarget.checked ? 'yes' : null })}
        />
        <span class="meta">{t('past')}</span>
      </label>
    </div>
  )
}
