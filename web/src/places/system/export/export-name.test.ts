import { expect, it } from 'vitest'
import { exportName } from './export-name.js'

it('is a name that every system takes', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(exportName('acme/web', 'jsonl', now)).toBe('recollect-acme-web-2026-03-01.jsonl')
  expect(exportName('../港口:x', 'zip', now)).toBe('recollect-港口-x-2026-03-01.zip')
  expect(exportName('..', 'zip', now)).toBe('recollect-2026-03-01.zip')
})
