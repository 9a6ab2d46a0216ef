import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Spine } from '../../src/items/spine.js'
import { type DriverStatement, openDriver } from '../../src/store/sqlite/driver.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'

let spine: Spine
let statements = 0
let rows = 0

/** Each statement that is run counts, and each row that it reads. */
function counted(statement: DriverStatement): DriverStatement {
  const counting =
    <A extends unknown[], T>(act: (...values: A) => T) =>
    (...values: A): T => {
      const result = act(...values)
      statements += 1
      if (Array.isArray(result)) rows += result.length
      return result
    }
  const { isReadOnly, all, get, run, column } = statement
  return { isReadOnly, all: counting(all), get: counting(get), run: counting(run), column: counting(column) }
}

beforeAll(async () => {
  spine = await openSpine(await temporaryFolder(), {
    durability: 'normal',
    open: (file) => {
      const driver = openDriver(file)
      return Object.assign(Object.create(driver) as typeof driver, {
        prepare: (text: string) => counted(driver.prepare(text)),
      })
    },
  })
  await capture(spine, ann, { text: 'Sarah Chen mentors Marcus Rivera.' })
})
afterAll(() => spine.store.close())

async function costOf(text: string): Promise<{ statements: number; rows: number }> {
  const before = { statements, rows }
  await capture(spine, ann, { text })
  return { statements: statements - before.statements, rows: rows - before.rows }
}

describe('a capture', () => {
  // Numbers as they are, not what they must be: whoever raises one knows it then.
  it.each([
    ['that states nothing', 'The walk in the park was long', 9],
    ['that repeats a fact', 'You know that Sarah Chen mentors Marcus Rivera.', 20],
    ['that states a fact', 'Sarah Chen works on the Falcon service.', 27],
    [
      'that repeats a fact and states another',
      'Sarah Chen works on the web chat and mentors Marcus Rivera',
      34,
    ],
  ])('%s takes its few statements', async (_, text, most) => {
    expect((await costOf(text)).statements).toBeLessThanOrEqual(most)
  })

  it('reads no more, the more often its fact was said', async () => {
    const first = await costOf('Well, Sarah Chen mentors Marcus Rivera.')
    for (let i = 0; i < 30; i++)
      await capture(spine, ann, { text: `${i}: Sarah Chen mentors Marcus Rivera.` })
    expect(await costOf('Once more: Sarah Chen mentors Marcus Rivera.')).toEqual(first)
  })
})
