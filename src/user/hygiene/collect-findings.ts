import { type Finding, type FindingKind, findingKinds } from './finding.js'

/** Findings as they come: the first few of each kind, and how many there are. */
export interface CollectedFindings {
  add(finding: Finding): void
  /** In the order of the kinds; within one as they were found. */
  all(): Finding[]
  counts(): Partial<Record<FindingKind, number>>
}

export function collectFindings(limit: number): CollectedFindings {
  const byKind = new Map<FindingKind, { count: number; shown: Finding[] }>()
  return {
    add(finding) {
      const sum = byKind.get(finding.kind) ?? { count: 0, shown: [] }
      byKind.set(finding.kind, sum)
      sum.count += 1
      if (sum.shown.length < limit) sum.shown.push(finding)
    },
    all: () => findingKinds.flatMap((kind) => byKind.get(kind)?.shown ?? []),
    counts: () =>
      Object.fromEntries(
        findingKinds.flatMap((kind) => {
          const count = byKind.get(kind)?.count
          return count === undefined ? [] : [[kind, count]]
        }),
      ),
  }
}
