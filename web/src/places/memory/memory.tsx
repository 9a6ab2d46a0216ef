import type { ComponentType } from 'preact'
import { path } from '../../location/location.js'
import { lazy } from '../../shell/lazy.js'
import { CoreTab } from './core/core-tab.js'
import { FactsTab } from './facts/facts-tab.js'
import { InstructionInspector } from './instructions/instruction-inspector.js'
import { InstructionsTab } from './instructions/instructions-tab.js'
import { DecisionsTab } from './known/decisions-tab.js'
import { PeopleTab } from './known/people-tab.js'
import { ProjectsTab } from './known/projects-tab.js'
import { type MemoryTab, memoryTabs } from './memory-frame.js'
import { NotesTab } from './notes/notes-tab.js'
import { RecordEditor } from './records/record-editor.js'
import { RecordInspector } from './records/record-inspector.js'
import { RecordsTab } from './records/records-tab.js'

/** What is known, one kind beside the other: `/memory/facts`, `/memory/records` … */
export function Page() {
  const [, second, third, fourth] = path.value
  if (second === 'records' && third === 'new') return <RecordEditor key="new" id={null} />
  if (second === 'records' && third === 'edit' && fourth !== undefined)
    return <RecordEditor key={fourth} id={fourth} />
  const Tab = tabs[memoryTabs.find((tab) => tab === second) ?? 'facts']
  return <Tab />
}

export const inspectors = {
  record: RecordInspector,
  instruction: InstructionInspector,
  entity: lazy<{ readonly id: string }>(
    async () => (await import('../graph/entity-inspector.js')).EntityInspector,
  ),
}

const tabs: Readonly<Record<MemoryTab, ComponentType>> = {
  facts: FactsTab,
  records: RecordsTab,
  notes: NotesTab,
  people: PeopleTab,
  projects: ProjectsTab,
  decisions: DecisionsTab,
  instructions: InstructionsTab,
  core: CoreTab,
}
