// Prints the last line of a test run in plain words: `12 passed, 0 failed, 1 skipped`. Its argument is the file that
// vitest's JSON reporter wrote; where it is missing no test ran, which counts as one failure.

import { existsSync, readFileSync } from 'node:fs'

const [file = ''] = process.argv.slice(2)
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const {
  success = false,
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numTodoTests = 0,
} = report
// a file that cannot be loaded fails the run without one failed test
const failed = Math.max(numFailedTests, success ? 0 : 1)
const skipped = numPendingTests + numTodoTests
console.log(`${numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
