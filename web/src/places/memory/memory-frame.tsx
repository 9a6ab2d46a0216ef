import type { ComponentChildren } from 'preact'
import { href } from '../../location/location.js'
import { Page } from '../../parts/page.js'
import { Tabs } from '../../parts/tabs.js'
import './memory.css'
import { t } from './words.js'

export const memoryTabs = [
  'facts',
  'records',
  'notes',
  'people',
  'projects',
  'decisions',
  'instructions',
  'core',
] as const

export type MemoryTab = (typeof memoryTabs)[number]

export interface MemoryFrameProps {
  readonly tab: MemoryTab
  readonly actions?: ComponentChildren
  /** One line below the tabs. */
  readonly filters?: ComponentChildren
  readonly children: ComponentChildren
}

/** What every tab of memory stands in. */
export function MemoryFrame({ tab, actions, filters, children }: MemoryFrameProps) {
  const tabs = memoryTabs.map((id) => ({ id, label: t(id), href: href(`memory/${id}`) }))
  return (
    <Page
      title={t('title')}
      actions={actions}
      toolbar={<Tabs label={t('title')} tabs={tabs} current={tab} />}
    >
      {filters !== undefined && <div class="memory-filters">{filters}</div>}
      {children}
    </Page>
  )
}
