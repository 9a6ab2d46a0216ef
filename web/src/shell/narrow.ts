import { signal } from '@preact/signals'

const query = matchMedia('(max-width: 639px)')

/** Whether this is as narrow as a phone: one column, the places at the thumb. */
export const isNarrow = signal(query.matches)

query.addEventListener('change', () => {
  isNarrow.value = query.matches
})
