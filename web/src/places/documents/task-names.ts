import { useOperation } from '../../api/use-operation.js'
import { t } from './words.js'

/** The task whose documents are asked where none is named. */
export const DEFAULT_TASK = 'default'

/** The tasks that documents can be attached to: what is asked without a task first, then those that changed last. */
export function useTaskNames(also = ''): readonly string[] {
  const tasks = useOperation('task.list', { limit: 100 })
  const names = tasks.value?.tasks.map(({ name }) => name) ?? []
  return [...new Set([DEFAULT_TASK, ...names, ...(also === '' ? [] : [also])])]
}

export function sayTask(name: string): string {
  return name === DEFAULT_TASK ? t('taskDefault') : name
}
