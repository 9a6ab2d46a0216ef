import { param, path } from '../../location/location.js'
import { Conversation } from './conversation/conversation.js'
import { OutputInspector } from './output/output-inspector.js'
import { OutputList } from './output/output-list.js'
import { PromptInspector } from './prompt/prompt-inspector.js'
import { SessionInspector } from './session-inspector.js'
import { SessionList } from './session-list.js'
import { TaskInspector } from './task-inspector.js'
import { TaskList } from './task-list.js'
import './tasks.css'

/** What was going on: conversations, tasks and large outputs; one conversation at `/tasks/NAME`. */
export function Page() {
  const [, session] = path.value
  if (session !== undefined) return <Conversation key={session} session={session} />
  const view = param('view')
  if (view === 'tasks') return <TaskList />
  return view === 'outputs' ? <OutputList /> : <SessionList />
}

export const inspectors = {
  session: SessionInspector,
  task: TaskInspector,
  prompt: PromptInspector,
  output: OutputInspector,
}
