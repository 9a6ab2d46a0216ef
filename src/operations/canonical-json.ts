/** Data as JSON in which fields stand in the order of their names; undefined for what no JSON can hold. */
export function canonicalJson(value: unknown): string | undefined {
  if (value === undefined) return ''
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol'
      ? undefined
      : JSON.stringify(value)
  }
  if (Array.isArray(value)) {
    const items = value.map(canonicalJson)
    return items.includes(undefined) ? undefined : `[${items.join()}]`
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  const fields: string[] = []
  for (const [name, field] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (field === undefined) continue
    const text = canonicalJson(field)
    if (text === undefined) return undefined
    fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join()}}`
}
