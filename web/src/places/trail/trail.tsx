import { useEffect } from 'preact/hooks'
import type { InputOf } from '../../api/operation-types.js'
import { usePages } from '../../api/use-pages.js'
import { param, setParams } from '../../location/location.js'
import { select, selection } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { DayPicker } from '../../parts/day-picker.js'
import { Empty } from '../../parts/empty.js'
import { Field } from '../../parts/field.js'
import { List } from '../../parts/list.js'
import { Page as Frame } from '../../parts/page.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Progress } from '../../parts/progress.js'
import { Select } from '../../parts/select.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Time } from '../../parts/time.js'
import { loaded } from './loaded.js'
import { TrailInspector } from './trail-inspector.js'
import { keyOfRow, sayActor, sayBank, sayCounts, sayOutcome, type TrailRow } from './trail-row.js'
import './trail.css'
import { useVerify } from './use-verify.js'
import { t } from './words.js'

/** Who did what, newest first, and the proof that nothing was taken out. */
export function Page() {
  const pages = usePages('memory.audit_log', [question()], {
    read: ({ rows, next }) => ({
      rows: param('outcome') === '' ? rows.filter(({ outcome }) => outcome !== 'read') : rows,
      next,
    }),
    keyOf: keyOfRow,
  })
  const verification = useVerify()
  useEffect(() => {
    loaded.value = pages.rows ?? []
  }, [pages.rows])
  return (
    <Frame
      title={t('title')}
      actions={
        verification.isRunning ? undefined : <Button onClick={verification.start}>{t('verify')}</Button>
      }
      toolbar={<Filters rows={pages.rows ?? []} />}
    >
      {verification.isRunning && (
        <Progress
          label={t('verifying')}
          progress={verification.progress}
          startedAt={verification.startedAt}
          onStop={verification.stop}
        />
      )}
      {pages.rows === undefined && pages.problem !== undefined && (
        <ProblemTold problem={pages.problem} onAgain={pages.again} />
      )}
      {pages.rows === undefined && pages.problem === undefined && <Skeleton isRows />}
      {pages.rows !== undefined && (
        <List
          label={t('list')}
          rows={pages.rows}
          keyOf={keyOfRow}
          rowHeight={52}
          row={(row) => <Row row={row} />}
          selected={selection.value?.id ?? null}
          onSelect={(row) => select('row', keyOfRow(row))}
          onEnd={pages.more}
          empty={
            hasFilter() ? (
              <Empty title={t('noneFound')} hint={t('noneFoundHint')} />
            ) : (
              <Empty title={t('none')} />
            )
          }
        />
      )}
    </Frame>
  )
}

export const inspectors = { row: TrailInspector }

function Row({ row }: { readonly row: TrailRow }) {
  const { operation, outcome, actor, bank, counts, at } = row
  const isRefused = outcome !== 'done' && outcome !== 'read'
  return (
    <div class="row-two">
      <div class="row-line">
        <span class={`trail-mark trail-${isRefused ? 'refused' : outcome}`} aria-hidden="true" />
        <span class="mono clip row-grow">{operation}</span>
        <span class={isRefused ? 'trail-trouble' : 'meta'}>{sayOutcome(outcome)}</span>
      </div>
      <div class="row-line meta">
        <span class="clip row-grow" title={sayActor(actor)}>
          {[actor, sayBank(bank), sayCounts(counts)].filter((part) => part !== '').join(' · ')}
        </span>
        <Time at={at} as="moment" />
      </div>
    </div>
  )
}

function Filters({ rows }: { readonly rows: readonly TrailRow[] }) {
  const actor = param('actor')
  const actors = [...new Set([...(actor === '' ? [] : [actor]), ...rows.map((row) => row.actor)])].sort()
  return (
    <>
      <Select
        label={t('outcome')}
        isLabelHidden
        value={param('outcome')}
        options={[
          { value: '', label: t('changesAndRefusals') },
          { value: 'done', label: t('done') },
          { value: 'refused', label: t('refused') },
          { value: 'read', label: t('read') },
          { value: EVERYTHING, label: t('everything') },
        ]}
        onChange={(outcome) => setParams({ outcome })}
      />
      <Select
        label={t('actor')}
        isLabelHidden
        value={actor}
        options={[{ value: '', label: t('everyone') }, ...actors.map((value) => ({ value, label: value }))]}
        onChange={(value) => setParams({ actor: value })}
      />
      <Field
        label={t('operation')}
        isLabelHidden
        isMono
        placeholder={t('operationHint')}
        value={param('operation')}
        onInput={(operation) => setParams({ operation })}
      />
      <DayPicker
        label={t('from')}
        unset={t('anyTime')}
        value={param('since')}
        onChange={(since) => setParams({ since })}
      />
      <DayPicker
        label={t('until')}
        unset={t('anyTime')}
        value={param('until')}
        onChange={(until) => setParams({ until })}
      />
    </>
  )
}

/** The dashboard itself reads all the time, so reads are shown only when they are asked for. */
const EVERYTHING = 'everything'

const filters = ['outcome', 'actor', 'operation', 'since', 'until'] as const

function hasFilter(): boolean {
  return filters.some((name) => param(name) !== '')
}

function question(): InputOf<'memory.audit_log'> {
  const given = filters
    .map((name) => [name, param(name)] as const)
    .filter(([name, value]) => value !== '' && !(name === 'outcome' && value === EVERYTHING))
  // Each look at memory is a read: where those are left out, a page holds few others.
  return { limit: param('outcome') === '' ? 1_000 : 100, ...Object.fromEntries(given) }
}
