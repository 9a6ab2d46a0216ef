import type { ComponentChildren } from 'preact'
import { isAdministrator, may } from '../../api/caller.js'
import { href } from '../../location/location.js'
import { Page } from '../../parts/page.js'
import { Tabs } from '../../parts/tabs.js'
import { t } from './words.js'

export const systemTabs = [
  'status',
  'connect',
  'import',
  'export',
  'keys',
  'people',
  'settings',
  'models',
] as const

export type SystemTab = (typeof systemTabs)[number]

export interface SystemFrameProps {
  readonly tab: SystemTab
  readonly actions?: ComponentChildren
  /** The children scroll by themselves. */
  readonly isList?: boolean
  readonly children: ComponentChildren
}

/** What every tab of the system stands in. Those that a role can do nothing with are not offered. */
export function SystemFrame({ tab, actions, isList = false, children }: SystemFrameProps) {
  const offered = systemTabs.filter((id) => id === tab || isOffered(id))
  const tabs = offered.map((id) => ({ id, label: t(id), href: href(`system/${id}`) }))
  return (
    <Page
      title={t('title')}
      actions={actions}
      toolbar={<Tabs label={t('title')} tabs={tabs} current={tab} />}
      isText={!isList}
    >
      {isList ? children : <div class="system-text">{children}</div>}
    </Page>
  )
}

function isOffered(tab: SystemTab): boolean {
  if (tab === 'keys') return isAdministrator()
  return tab === 'import' ? may('memory.write') : true
}
