import { isAdministrator } from '../../../api/caller.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayCount } from '../../../language/numbers.js'
import { Meter } from '../../../parts/meter.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Section } from '../../../parts/section.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { CopyBlock } from '../shared/copy-block.js'
import { Part } from '../shared/part.js'
import { ToldList } from '../shared/told-list.js'
import { SystemFrame } from '../system-frame.js'
import { DaysChart } from './days-chart.js'
import { useByDay } from './use-by-day.js'
import { t } from './words.js'

type Cost = OutputOf<'system.status'>['cost']

/** Which chat models are asked, what they used, and how one is set up. Without one everything goes by rules. */
export function ModelsTab() {
  const asked = useOperation('system.status', {})
  return (
    <SystemFrame tab="models">
      {asked.value === undefined ? (
        asked.problem ? (
          <ProblemTold problem={asked.problem} onAgain={asked.again} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : (
        <>
          <Roles cost={asked.value.cost} />
          <Used cost={asked.value.cost} />
          <SetUp />
        </>
      )}
    </SystemFrame>
  )
}

function Roles({ cost: { models } }: { readonly cost: Cost }) {
  const isNone = models.every(({ model }) => model === null)
  return (
    <Part title={t('roles')} about={t(isNone ? 'noModel' : 'rolesAbout')}>
      <ToldList
        rows={models.map(({ role, model }) => ({
          label: sayRole(role),
          value: model === null ? <span class="meta">{t('none')}</span> : <span class="mono">{model}</span>,
          hint: sayPurpose(role),
        }))}
      />
    </Part>
  )
}

function Used({ cost: { ceiling, usedToday, leftToday, days } }: { readonly cost: Cost }) {
  const byDay = useByDay(days, Date.now())
  return (
    <Part title={t('use')} about={t('useAbout')}>
      <ToldList
        rows={[
          {
            label: t('today'),
            value: (
              <>
                {t('usedOf', sayCount(usedToday), sayCount(ceiling))}
                <Meter
                  isWide
                  share={ceiling === 0 ? 1 : usedToday / ceiling}
                  label={t('today')}
                  kind={leftToday < ceiling / 10 ? 'care' : 'plain'}
                />
              </>
            ),
            hint: t('left', sayCount(leftToday)),
          },
        ]}
      />
      {days.length === 0 ? (
        <p class="meta">{t('noUse')}</p>
      ) : (
        <>
          <DaysChart days={byDay} />
          <Section title={t('table')} isOpen={false}>
            <Table days={days} />
          </Section>
        </>
      )}
    </Part>
  )
}

function Table({ days }: { readonly days: Cost['days'] }) {
  return (
    <div class="table-box">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('role')}</th>
            <th scope="col" class="wide-only">
              {t('model')}
            </th>
            <th scope="col" class="number">
              {t('calls')}
            </th>
            <th scope="col" class="number">
              {t('input')}
            </th>
            <th scope="col" class="number">
              {t('output')}
            </th>
            <th scope="col" class="number wide-only">
              {t('troubles')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, role, model, calls, inputTokens, outputTokens, failures, refused }) => (
            <tr key={`${day} ${role} ${model}`}>
              <th scope="row">{day}</th>
              <td>{sayRole(role)}</td>
              <td class="mono wide-only">{model}</td>
              <td class="number">{sayCount(calls)}</td>
              <td class="number">{sayCount(inputTokens)}</td>
              <td class="number">{sayCount(outputTokens)}</td>
              <td class="number wide-only">{failures + refused}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const CONFIG = JSON.stringify({ model: 'ollama:qwen3', modelDailyTokens: 100_000 }, null, 2)

function SetUp() {
  if (!isAdministrator()) return null
  return (
    <>
      <Part title={t('setUp')} about={t('setUpAbout')}>
        <CopyBlock label={t('setUp')} text="ollama pull qwen3" />
        <p class="meta">{t('inEnvironment')}</p>
        <CopyBlock label={t('inEnvironment')} text="RECOLLECT_MODEL=ollama:qwen3 recollect serve" />
        <p class="meta">{t('inConfig')}</p>
        <CopyBlock label={t('inConfig')} text={CONFIG} />
        <p class="meta">{t('cloud')}</p>
      </Part>
      <Part title={t('embedder')} about={t('embedderAbout')}>
        <CopyBlock
          label={t('embedder')}
          text={[
            'ollama pull bge-m3',
            'export RECOLLECT_EMBEDDER_URL=http://127.0.0.1:11434/v1',
            'export RECOLLECT_EMBEDDER_MODEL=bge-m3',
            'recollect embed --all',
          ].join('\n')}
        />
      </Part>
    </>
  )
}

const roles = ['selector', 'extractor', 'summariser', 'researcher', 'chat'] as const

function sayRole(role: string): string {
  const known = roles.find((one) => one === role)
  return known === undefined ? role : t(known)
}

function sayPurpose(role: string): string {
  const known = roles.find((one) => one === role)
  return known === undefined ? '' : t(`${known}Does`)
}
