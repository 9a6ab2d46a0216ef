import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.js'

/** Starts one PostgreSQL for the whole run and says where it listens. */
const postgresSetup = 'test/postgres/global-setup.ts'
/** Builds the dashboard and starts one browser for the whole run. */
const dashboardSetup = 'test/dashboard/global-setup.ts'

/** `vitest run` is the test suite; `vitest run --mode soak` the same claims with their full counts (hours). */
export default defineConfig(({ mode }) => {
  const isSoak = mode === 'soak'
  return {
    test: {
      include: isSoak ? ['test/soak/**/*.test.ts'] : ['{src,test,eval,bench,web/src}/**/*.test.ts'],
      exclude: isSoak ? ['**/node_modules/**'] : ['**/node_modules/**', 'test/soak/**'],
      // A test that wants an embedder says which; no other may load a model.
      env: { RECOLLECT_EMBEDDER: 'off', ...(isSoak ? { RECOLLECT_SOAK: '1' } : {}) },
      setupFiles: ['test/seed.ts'],
      globalSetup: [postgresSetup, dashboardSetup].filter((file) => existsSync(file)),
      // Processes, not threads: tests kill, fork and change the environment.
      pool: 'forks',
      // One process for many files: loading the modules anew for each cost more than most files take. So a test that
      // changes the environment, the clock or a prototype puts it back; what `vi` changed is put back also where it failed.
      isolate: false,
      restoreMocks: true,
      unstubEnvs: true,
      sequence: { sequencer: LongestFirst },
      // The speed and busy tests measure; more neighbours than cores would be what they measure.
      maxWorkers: 2,
      testTimeout: isSoak ? 6 * 3_600_000 : 30_000,
      hookTimeout: isSoak ? 600_000 : 60_000,
      passWithNoTests: isSoak,
    },
  }
})
