import axeCore from 'axe-core'
import type { Page } from 'playwright-core'

/** What keeps people out of a page, by the rules of axe: one line each. `rules` asks only these. */
export async function axe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axeCore.source)
  const violations = await page.evaluate(
    (only) => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> }
      }
      interface Violation {
        readonly id: string
        readonly help: string
        readonly nodes: readonly { readonly target: readonly string[] }[]
      }
      const options = only === null ? {} : { runOnly: { type: 'rule', values: only } }
      return axe.run(options).then((answer) => answer.violations)
    },
    rules === undefined ? null : [...rules],
  )
  return violations.map(
    ({ id, help, nodes }) =>
      `axe ${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(' | ')}`,
  )
}
