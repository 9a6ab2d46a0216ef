/** A name of the catalogue, or one that an owner gave, as it stands in a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
