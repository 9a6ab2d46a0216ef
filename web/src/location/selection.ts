import { computed } from '@preact/signals'
import { param, setParams } from './location.js'

export interface Selection {
  /** `item` for anything remembered; a place may have more, such as `entity` or `session`. */
  readonly kind: string
  readonly id: string
}

/** The one thing selected, that the inspector shows: `?on=item:0190…`. */
export const selection = computed<Selection | null>(() => {
  const on = param('on')
  const colon = on.indexOf(':')
  return colon < 1 ? null : { kind: on.slice(0, colon), id: on.slice(colon + 1) }
})

/** Selects one thing. Opening it is a step that Back undoes; moving from one to the next is not. */
export function select(kind: string, id: string): void {
  setParams({ on: `${kind}:${id}` }, { isNewStep: selection.value === null })
}

export function deselect(): void {
  setParams({ on: null })
}

/** Whether this is what is selected. */
export function isSelected(kind: string, id: string): boolean {
  const { value } = selection
  return value !== null && value.kind === kind && value.id === id
}
