import { isAdministrator } from '../../../api/caller.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { switchTo, user, workspace } from '../../../api/session.js'
import { useOperation } from '../../../api/use-operation.js'
import { usePages } from '../../../api/use-pages.js'
import { sayCount } from '../../../language/numbers.js'
import { href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { Icon } from '../../../parts/icon.js'
import { Name } from '../../../parts/name.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { seen } from '../../../parts/seen.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Time } from '../../../parts/time.js'
import { Part } from '../shared/part.js'
import { SystemFrame } from '../system-frame.js'
import { t } from './words.js'

type Bank = OutputOf<'memory.banks'>['banks'][number]

/** Who has a memory here. An administrator looks into each; everybody else sees what their key opens. */
export function PeopleTab() {
  return <SystemFrame tab="people">{isAdministrator() ? <Everyone /> : <OnesOwn />}</SystemFrame>
}

function Everyone() {
  const pages = usePages('memory.banks', [{ all: true, limit: 200 }], {
    read: ({ banks, next }) => ({ rows: banks, next }),
    keyOf: ({ bank }) => bank,
  })
  if (pages.rows === undefined)
    return pages.problem ? <ProblemTold problem={pages.problem} onAgain={pages.again} /> : <Skeleton isRows />
  return (
    <Part title={t('title')} about={t('about')}>
      <Banks banks={pages.rows} canSwitch />
      {!pages.isComplete && <Button onClick={pages.more}>{t('more')}</Button>}
      <p>
        {t('keysGive')}{' '}
        <a class="link" href={href('system/keys')}>
          {t('keys')}
        </a>
      </p>
    </Part>
  )
}

function OnesOwn() {
  const asked = useOperation('memory.banks', {})
  if (asked.value === undefined)
    return asked.problem ? <ProblemTold problem={asked.problem} onAgain={asked.again} /> : <Skeleton isRows />
  return (
    <Part title={t('title')} about={t('aboutOwn')}>
      <Banks banks={asked.value.banks} canSwitch={false} />
    </Part>
  )
}

function Banks({ banks, canSwitch }: { readonly banks: readonly Bank[]; readonly canSwitch: boolean }) {
  if (banks.length === 0) return <Empty title={t('none')} />
  return (
    <div class="table-box">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{t('whose')}</th>
            <th scope="col" class="number">
              {t('items')}
            </th>
            <th scope="col" class="number wide-only">
              {t('sessions')}
            </th>
            <th scope="col" class="wide-only">
              {t('since')}
            </th>
            <th scope="col">{t('changed')}</th>
            {canSwitch && (
              <th scope="col">
                <span class="only-heard">{t('look')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {banks.map((bank) => (
            <BankRow key={bank.bank} of={bank} canSwitch={canSwitch} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BankRow({ of, canSwitch }: { readonly of: Bank; readonly canSwitch: boolean }) {
  const { kind, owner, items, sessions, since, changedAt } = of
  const isWorkspace = kind === 'workspace'
  const isHere = isWorkspace ? workspace.value === owner : workspace.value === null && user.value === owner
  return (
    <tr>
      <th scope="row">
        <span class="bank-name">
          <Icon name={isWorkspace ? 'graph' : kind === 'user' ? 'user' : 'documents'} />
          <span class="clip">
            <Name of={owner} />
          </span>
          {kind !== 'user' && <span class="meta">{sayKind(kind)}</span>}
        </span>
      </th>
      <td class="number">{sayCount(items)}</td>
      <td class="number wide-only">{sayCount(sessions)}</td>
      <td class="wide-only">{since === null ? '–' : <Time at={since} />}</td>
      <td>{changedAt === null ? '–' : <Time at={changedAt} />}</td>
      {canSwitch && (
        <td class="number">
          {isHere ? (
            <span class="meta">{t('here')}</span>
          ) : (
            (isWorkspace || kind === 'user') && (
              <Button
                kind="quiet"
                onClick={() =>
                  isWorkspace ? switchTo({ user: user.value, workspace: owner }) : switchTo({ user: owner })
                }
              >
                {t('look')}
                <span class="only-heard">: {seen(owner)}</span>
              </Button>
            )
          )}
        </td>
      )}
    </tr>
  )
}

function sayKind(kind: string): string {
  if (kind === 'workspace') return t('workspace')
  return kind === 'documents' ? t('documents') : kind
}
