import { sayDay } from '../../../language/dates.js'
import { param, setParams } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { DayPicker } from '../../../parts/day-picker.js'
import { Field } from '../../../parts/field.js'
import { Select } from '../../../parts/select.js'
import { MemoryFrame } from '../memory-frame.js'
import { t as memory } from '../words.js'
import { type FactFilter, factCategories, factFilter } from './fact-filter.js'
import { FactList } from './fact-list.js'
import { TimeLine } from './time-line.js'
import { t } from './words.js'
import './facts.css'

/** What is held to be true: now, on another day, or over time. */
export function FactsTab() {
  const filter = factFilter()
  const isLine = param('view') === 'line' && filter.key === ''
  return (
    <MemoryFrame tab="facts" filters={<Filters filter={filter} isLine={isLine} />}>
      <Told filter={filter} />
      {isLine ? <TimeLine filter={filter} /> : <FactList filter={filter} />}
    </MemoryFrame>
  )
}

function Filters({ filter, isLine }: { readonly filter: FactFilter; readonly isLine: boolean }) {
  return (
    <>
      <div class="choice" role="group" aria-label={t('view')}>
        <Button isOn={!isLine} onClick={() => setParams({ view: null, range: null })}>
          {t('list')}
        </Button>
        <Button isOn={isLine} onClick={() => setParams({ view: 'line', key: null, past: null, known: null })}>
          {t('line')}
        </Button>
      </div>
      <Select
        label={t('category')}
        isLabelHidden
        value={filter.category ?? ''}
        options={[
          { value: '', label: memory('all') },
          ...factCategories.map((value) => ({ value, label: t(value) })),
        ]}
        onChange={(category) => setParams({ category })}
      />
      <div class="grow">
        <Field
          label={memory('filter')}
          isLabelHidden
          type="search"
          placeholder={memory('filter')}
          value={filter.contains}
          onInput={(contains) => setParams({ contains, key: null })}
        />
      </div>
      <DayPicker
        label={t('asOf')}
        value={filter.asOf}
        unset={t('today')}
        onChange={(at) => setParams({ at })}
      />
      {!isLine && (
        <DayPicker
          label={t('knownAt')}
          value={filter.knownAt}
          unset={t('today')}
          onChange={(known) => setParams({ known })}
        />
      )}
      {!isLine && (
        <Button
          isOn={filter.isPastShown}
          onClick={() => setParams({ past: filter.isPastShown ? null : 'yes' })}
        >
          {t('past')}
        </Button>
      )}
    </>
  )
}

/** Says where one looks at another time, or at one key, and leads back. */
function Told({ filter: { key, asOf, knownAt } }: { readonly filter: FactFilter }) {
  if (key !== '') return <Line text={t('history', key)} back={t('leaveKey')} clears={{ key: null }} />
  if (asOf === '' && knownAt === '') return null
  const text =
    asOf === ''
      ? t('knownTold', sayDay(knownAt))
      : knownAt === ''
        ? t('asOfTold', sayDay(asOf))
        : t('asOfKnownTold', sayDay(asOf), sayDay(knownAt))
  return <Line text={text} back={t('backToday')} clears={{ at: null, known: null }} />
}

function Line({
  text,
  back,
  clears,
}: {
  readonly text: string
  readonly back: string
  readonly clears: Readonly<Record<string, null>>
}) {
  return (
    <p class="memory-told" role="status">
      <span>{text}</span>
      <button type="button" class="link" onClick={() => setParams(clears)}>
        {back}
      </button>
    </p>
  )
}
