import type { ComponentChildren } from 'preact'
import { useOperation } from '../../api/use-operation.js'
import { href } from '../../location/location.js'
import { Page } from '../../parts/page.js'
import { Tabs } from '../../parts/tabs.js'
import { t } from './words.js'

export interface TasksFrameProps {
  readonly view: 'sessions' | 'tasks' | 'outputs'
  /** Beside the tabs. */
  readonly filters?: ComponentChildren
  readonly children: ComponentChildren
}

/** What every list of the place stands in. */
export function TasksFrame({ view, filters, children }: TasksFrameProps) {
  const open = useOperation('task.list', { status: 'open', limit: 1 }).value?.total
  const tabs = [
    { id: 'sessions', label: t('sessions'), href: href('tasks') },
    { id: 'tasks', label: t('tasks'), href: href('tasks', { view: 'tasks' }), count: open },
    { id: 'outputs', label: t('outputs'), href: href('tasks', { view: 'outputs' }) },
  ]
  return (
    <Page
      title={t('title')}
      toolbar={
        <>
          <Tabs label={t('title')} tabs={tabs} current={view} />
          {filters}
        </>
      }
    >
      {children}
    </Page>
  )
}
