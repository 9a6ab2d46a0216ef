import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenTime } from '../wording/spoken-time.js'
import { described } from './described.js'
import { shownWidth, table } from './table.js'
import type { View } from './view.js'

type Key = z.output<Operations['keyList']['output']>['keys'][number]

/** One line for each key. */
export function renderKeys(keys: readonly Key[], view: View): string {
  const { style } = view
  if (keys.length === 0) return 'There are no keys: nobody comes in over a network but you.'
  const rows = keys.map((key) => cells(key, view))
  const wide = table([HEADING.map(style.dim), ...rows])
  if (wide.every((line) => shownWidth(line) <= view.columns)) return wide.join('\n')
  return keys.map((key) => renderKey(key, view)).join('\n\n')
}

/** All that a key is, one below the other. */
export function renderKey(key: Key, view: View): string {
  const facts = cells(key, view).map((value, index) => [HEADING[index] ?? '', value] as const)
  return described(facts, { columns: view.columns, indent: 0, name: view.style.dim }).join('\n')
}

const HEADING = ['key', 'user', 'may', 'opens', 'until', 'last used', 'id']

function cells(key: Key, view: View): string[] {
  const { name, user, state, expiresAt, lastUsedAt, workspaces, role } = key
  const ends = expiresAt === null ? 'you revoke it' : spokenTime(expiresAt, view)
  return [
    name === null ? '(forgotten)' : printableLine(name),
    user === null ? '(forgotten)' : printableLine(user),
    may(key),
    role === 'administrator' ? 'everything' : ['own memory', ...workspaces.map(printableLine)].join(', '),
    state === 'usable' ? ends : state,
    lastUsedAt === null ? 'never' : spokenTime(lastUsedAt, view),
    key.id,
  ]
}

function may({ role, agent, agentForgets, capabilities }: Key): string {
  return [
    role,
    agent === null ? '' : `as agent ${printableLine(agent)}`,
    role === 'reader' || capabilities.includes('memory.forget') ? '' : 'cannot forget',
    agentForgets ? 'agents may forget' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
