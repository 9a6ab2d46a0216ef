import type { Field } from './field.js'

/** A flag of the terminal's own, of which no operation knows: a switch, unless `rest` says otherwise. */
export function flag(name: string, description: string, rest: Partial<Field> = {}): Field {
  return {
    name,
    flag: name,
    kind: 'switch',
    placeholder: '',
    description,
    isRequired: false,
    sets: true,
    ...rest,
  }
}
