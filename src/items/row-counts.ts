/** Rows by table, counted up while something is taken away. */
export interface RowCounts {
  add(table: string, rows: number): void
  addAll(counts: Readonly<Record<string, number>>): void
  all(): Readonly<Record<string, number>>
}

export function createRowCounts(): RowCounts {
  const counts = new Map<string, number>()
  const add = (table: string, rows: number) => void counts.set(table, (counts.get(table) ?? 0) + rows)
  return {
    add,
    addAll: (more) => {
      for (const [table, rows] of Object.entries(more)) add(table, rows)
    },
    all: () => Object.fromEntries(counts),
  }
}
