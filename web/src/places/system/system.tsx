import type { ComponentType } from 'preact'
import { path } from '../../location/location.js'
import { ConnectTab } from './connect/connect-tab.js'
import { ExportTab } from './export/export-tab.js'
import { ImportTab } from './import/import-tab.js'
import { KeyForm } from './keys/key-form.js'
import { KeyInspector } from './keys/key-inspector.js'
import { KeysTab } from './keys/keys-tab.js'
import { ModelsTab } from './models/models-tab.js'
import { PeopleTab } from './people/people-tab.js'
import { SettingsTab } from './settings/settings-tab.js'
import { StatusTab } from './status/status-tab.js'
import './system.css'
import { type SystemTab, systemTabs } from './system-frame.js'

/** How the system stands, who comes in, what goes in and out: `/system/status`, `/system/keys` … */
export function Page() {
  const [, second, third] = path.value
  if (second === 'keys' && third === 'new') return <KeyForm />
  const Tab = tabs[systemTabs.find((tab) => tab === second) ?? 'status']
  return <Tab />
}

export const inspectors = { key: KeyInspector }

const tabs: Readonly<Record<SystemTab, ComponentType>> = {
  status: StatusTab,
  connect: ConnectTab,
  import: ImportTab,
  export: ExportTab,
  keys: KeysTab,
  people: PeopleTab,
  settings: SettingsTab,
  models: ModelsTab,
}
