import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Begins with what takes longest: else, at the end of a run, one core waits for the other. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => Number(!long.test(moduleId))
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** More than about five seconds each. A name that is missing here costs time, nothing else. */
const long =
  /[\\/](?:eval[\\/]|(?:kill|import-killed|restore-killed|share|isolation|stores|round-trip|vector-erasure|write-ahead-log|dashboard)\.test|cli[\\/](?:examples|commands|init)|mcp[\\/](?:tools|frozen-surface))/
