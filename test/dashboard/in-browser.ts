import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { findChromium } from './find-chromium.js'
import type { Shared } from './global-setup.js'
import { type Dashboard, openDashboard } from './open-dashboard.js'

/**
 * Tests that drive the dashboard: on a store of their own (a copy of the sample), with the web, the browser and the
 * sample that all of a run share. Skipped where there is no Chromium.
 */
export function inBrowser(name: string, tests: (dashboard: Dashboard) => void): void {
  // Nothing waits for a clock: the time is for a machine that does much else.
  describe.skipIf(findChromium() === undefined)(name, { timeout: 180_000, retry: 3 }, () => {
    let opened: Dashboard | undefined
    const now = () => {
      if (opened === undefined) throw new Error('the dashboard is there when tests run, not before')
      return opened
    }
    beforeAll(async () => {
      opened = await openDashboard(await askDesk())
    }, 180_000)
    afterAll(() => opened?.close())
    tests({
      get engine() {
        return now().engine
      },
      get url() {
        return now().url
      },
      get token() {
        return now().token
      },
      get web() {
        return now().web
      },
      open: (path, look) => now().open(path, look),
      close: () => now().close(),
    })
  })
}

async function askDesk(): Promise<Shared> {
  const answer = JSON.parse(await text(connect(inject('dashboardPort'), '127.0.0.1'))) as
    | Shared
    | { readonly error: string }
  if ('error' in answer) throw new Error(answer.error)
  return answer
}
