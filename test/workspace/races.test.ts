import { expect, it } from 'vitest'
import type { Spine } from '../../src/items/spine.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import type { Stmt, Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { callOf } from '../call-of.js'
import { openSpine, temporaryFolder } from '../open-spine.js'

const agent = reachOf({ user: 'ann', agent: 'helper', workspace: 'acme/web' })
const ann = reachOf({ user: 'ann', workspace: 'acme/web' })
const bob = reachOf({ user: 'bob', workspace: 'acme/web' })

type Asked = keyof typeof operations

function ask(spine: Spine, reach: Reach, name: Asked, input: unknown): Promise<unknown> {
  const readLog = createReadLog(spine.store, spine.env, { keepsRecalls: false })
  return callOperation(operations[name] as never, callOf(spine, reach, readLog), input)
}

/** The spine of another process, whose transactions begin when `before` is done. */
function delayed(spine: Spine, before: () => Promise<unknown>): Spine {
  const tx: Store['tx'] = async (body, ...args) => {
    await before()
    return spine.store.tx(body, ...args)
  }
  const store: Store = { ...spine.store, tx, within: () => store }
  return { ...spine, store }
}

/** The spine of a process that dies in a transaction, after so many statements. */
function dying(spine: Spine, after: number): Spine {
  const tx: Store['tx'] = (body, ...args) =>
    spine.store.tx(function* cutOff(): Tx<never> {
      const steps = body(...args)
      let step = steps.next()
      for (let left = after; step.done !== true; left--) {
        if (left === 0) throw new Error('died')
        const result: unknown = yield step.value as Stmt<unknown>
        step = steps.next(result)
      }
      return step.value as never
    })
  const store: Store = { ...spine.store, tx, within: () => store }
  return { ...spine, store }
}

async function items(spine: Spine): Promise<number> {
  return ((await ask(spine, ann, 'stats', {})) as { items: number }).items
}

it('makes a proposal of a capture that was under way when the gate was switched on', async () => {
  const folder = await temporaryFolder()
  const [one, other] = [await openSpine(folder), await openSpine(folder)]
  let isOn = false
  const late = delayed(other, async () => {
    if (isOn) return
    isOn = true
    await ask(one, ann, 'workspaceGate', { on: true })
  })
  expect(await ask(late, agent, 'capture', { text: 'nobody has seen this' })).toMatchObject({
    outcome: 'proposed',
  })
  expect(await items(one)).toBe(0)
  await Promise.all([one.store.close(), other.store.close()])
})

it('keeps at once what was about to be proposed when the gate was opened', async () => {
  const folder = await temporaryFolder()
  const [one, other] = [await openSpine(folder), await openSpine(folder)]
  await ask(one, ann, 'workspaceGate', { on: true })
  let begun = 0
  const late = delayed(other, async () => {
    begun += 1
    // The first is the capture itself, the second the proposal.
    if (begun === 2) await ask(one, ann, 'workspaceGate', { on: false })
  })
  expect(await ask(late, agent, 'capture', { text: 'free again' })).toMatchObject({ outcome: 'added' })
  expect(await items(one)).toBe(1)
  await Promise.all([one.store.close(), other.store.close()])
})

it('keeps and marks in one transaction, wherever it is cut off', async () => {
  const spine = await openSpine(await temporaryFolder())
  await ask(spine, ann, 'workspaceGate', { on: true })
  const { id } = (await ask(spine, agent, 'capture', { text: 'Mia moved to Lisbon', tags: ['mia'] })) as {
    id: string
  }
  let deaths = 0
  for (; ; deaths++) {
    const outcome = await ask(dying(spine, deaths), bob, 'workspaceApprove', { ids: [id] }).catch(
      (error: Error) => error.message,
    )
    if (typeof outcome !== 'string') break
    expect(outcome).toBe('died')
    expect(await items(spine)).toBe(0)
    expect(await ask(spine, ann, 'workspaceProposals', {})).toMatchObject({
      proposals: [{ id, state: 'proposed', details: { tags: ['mia'] } }],
    })
  }
  expect(deaths).toBeGreaterThan(10)
  const again = ask(spine, bob, 'workspaceApprove', { ids: [id] })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  expect(await ask(spine, ann, 'thoughts', {})).toMatchObject({
    items: [{ text: 'Mia moved to Lisbon', tags: ['mia'] }],
  })
  await spine.store.close()
})
