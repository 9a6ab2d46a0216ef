import { expect, it } from 'vitest'
import { createStyle } from '../wording/style.js'
import { renderMoved } from './moved.js'

const view = { style: createStyle(false), columns: 100, now: 0, zone: 'UTC' }

it.each([
  ['postgres://owner@db.example/memory', true],
  ['/home/ann/moved.db', false],
])('says for %s whether a role is to be prepared', (to, isPrepared) => {
  const report = {
    rows: 27,
    banks: 1,
    tables: 68,
    mended: 0,
    isResumed: false,
    tookMs: 2_000,
    from: '/x',
    to,
  }
  expect(renderMoved(report, view).includes('recollect prepare --role recollect_app')).toBe(isPrepared)
})
