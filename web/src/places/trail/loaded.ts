import { signal } from '@preact/signals'
import type { TrailRow } from './trail-row.js'

/** The rows that the list has loaded: a row has no address of its own, so the inspector finds it here. */
export const loaded = signal<readonly TrailRow[]>([])
