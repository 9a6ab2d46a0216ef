/** What can have one value only: its record is called so, and another value takes the place of the one there was. */
const SINGLE: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['location', 'Home'],
  ['employer', 'Employer'],
  ['profession', 'Profession'],
  ['role', 'Role'],
  ['age', 'Age'],
  ['birthday', 'Birthday'],
  ['timezone', 'Time zone'],
  ['language', 'Language'],
  ['manager', 'Manager'],
])

/** What the record of a fact's attribute is called; null where there can be several. */
export function singleValueName(attribute: string): string | null {
  const favourite = /^favorite\.(.{1,60})$/u.exec(attribute)?.[1]
  return favourite === undefined ? (SINGLE.get(attribute) ?? null) : `Favourite ${favourite}`
}

/** Whether an attribute is one of the few that are the weightiest to know. */
export function isMainAttribute(attribute: string): boolean {
  return SINGLE.has(attribute)
}

/** Whether a name is one that {@link singleValueName} gives: code alone gives it. */
export function isSingleValueName(name: string): boolean {
  const plain = name.trim().replace(/\s+/g, ' ').toLowerCase()
  return NAMES.has(plain) || plain.startsWith('favourite ')
}

const NAMES: ReadonlySet<string> = new Set([...SINGLE.values()].map((name) => name.toLowerCase()))
