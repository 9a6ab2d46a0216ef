import type { ComponentType } from 'preact'
import type { Capability } from '../../src/reach.js'
import { caller, may } from './api/caller.js'
import type { KeyId } from './keys/key-map.js'
import type { IconName } from './parts/icon.js'

export interface PlaceModule {
  readonly Page: ComponentType
  /** Shows the selections of its own that are no items: `?on=entity:…` is shown by `inspectors.entity`. */
  readonly inspectors?: Readonly<Record<string, ComponentType<{ readonly id: string }>>>
}

export interface Place {
  readonly id: PlaceId
  readonly icon: IconName
  readonly key: KeyId
  /** The inspector stands beside it only when something is selected. */
  readonly isWide?: boolean | ((path: readonly string[]) => boolean)
  /** Without it there is nothing to see there. */
  readonly needs?: Capability
  readonly load: () => Promise<PlaceModule>
}

export type PlaceId =
  | 'overview'
  | 'search'
  | 'memory'
  | 'review'
  | 'graph'
  | 'documents'
  | 'tasks'
  | 'trail'
  | 'system'

/** Every place of the dashboard, in the order of the rail. */
export const places: readonly Place[] = [
  {
    id: 'overview',
    icon: 'overview',
    key: 'goOverview',
    isWide: true,
    load: () => import('./places/overview/overview.js'),
  },
  { id: 'search', icon: 'search', key: 'goSearch', load: () => import('./places/search/search.js') },
  {
    id: 'memory',
    icon: 'memory',
    key: 'goMemory',
    // A record is written beside how it reads.
    isWide: ([, tab, what]) => tab === 'records' && (what === 'new' || what === 'edit'),
    load: () => import('./places/memory/memory.js'),
  },
  {
    id: 'review',
    icon: 'review',
    key: 'goReview',
    // A decision is its own second column.
    isWide: true,
    load: () => import('./places/review/review.js'),
  },
  { id: 'graph', icon: 'graph', key: 'goGraph', isWide: true, load: () => import('./places/graph/graph.js') },
  {
    id: 'documents',
    icon: 'documents',
    key: 'goDocuments',
    // A text is read beside its outline.
    isWide: ([, id]) => id !== undefined,
    load: () => import('./places/documents/documents.js'),
  },
  {
    id: 'tasks',
    icon: 'tasks',
    key: 'goTasks',
    // A conversation is read in the whole width.
    isWide: ([, session]) => session !== undefined,
    load: () => import('./places/tasks/tasks.js'),
  },
  {
    id: 'trail',
    icon: 'trail',
    key: 'goTrail',
    needs: 'audit.read',
    load: () => import('./places/trail/trail.js'),
  },
  {
    id: 'system',
    icon: 'system',
    key: 'goSystem',
    isWide: true,
    load: () => import('./places/system/system.js'),
  },
]

/** Those in which who asks has something to see. */
export function placesOffered(): readonly Place[] {
  return places.filter(({ needs }) => needs === undefined || caller.value === null || may(needs))
}
