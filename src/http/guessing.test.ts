import { expect, it } from 'vitest'
import { systemEnv } from '../clock.js'
import { createGuessing } from './guessing.js'

/** A clock that a test moves, and sleepers that it wakes. */
function clock() {
  let now = 1_000_000
  const slept: number[] = []
  return {
    ...systemEnv(),
    slept,
    now: () => now,
    pass: (ms: number) => {
      now += ms
    },
    sleep: (ms: number) => {
      slept.push(ms)
      return new Promise<void>(() => undefined)
    },
  }
}

const never = new AbortController().signal

it('answers the first refusals of an address at once, and those after them later and later', async () => {
  const env = clock()
  const guessing = createGuessing(env)
  for (let i = 0; i < 10; i++) await guessing.holdBack('10.0.0.1', never)
  expect(env.slept).toEqual([])
  for (let i = 0; i < 5; i++) void guessing.holdBack('10.0.0.1', never)
  // Each waits for the one before it, too.
  expect(env.slept).toEqual([100, 300, 700, 1_500, 3_100])
  for (let i = 0; i < 50; i++) void guessing.holdBack('10.0.0.1', never)
  expect(Math.max(...env.slept)).toBe(5_000)
  await guessing.holdBack('10.0.0.2', never)
  expect(env.slept).toHaveLength(55)
  env.pass(66_000)
  await guessing.holdBack('10.0.0.1', never)
  expect(env.slept).toHaveLength(55)
})

it('keeps no more answers waiting than it has room for, and none that nobody waits for', async () => {
  const env = clock()
  const guessing = createGuessing(env)
  const gone = new AbortController()
  for (let i = 0; i < 10; i++) await guessing.holdBack('10.0.0.1', never)
  const waiting = Array.from({ length: 128 }, () => guessing.holdBack('10.0.0.1', gone.signal))
  await guessing.holdBack('10.0.0.1', never)
  expect(env.slept).toHaveLength(128)
  gone.abort()
  await Promise.all(waiting)
  await guessing.holdBack('10.0.0.1', gone.signal)
})

it('forgets the addresses of long ago for those of now', async () => {
  const env = clock()
  const guessing = createGuessing(env)
  for (let i = 0; i < 11; i++) void guessing.holdBack('10.0.0.1', never)
  expect(env.slept).toEqual([100])
  for (let i = 0; i < 1_024; i++) await guessing.holdBack(`2001:db8:0:${i.toString(16)}::1`, never)
  await guessing.holdBack('10.0.0.1', never)
  expect(env.slept).toEqual([100])
})

it('takes all addresses of a network for one, of IPv6 alone', async () => {
  const env = clock()
  const guessing = createGuessing(env)
  for (let i = 1; i <= 10; i++) await guessing.holdBack(`2001:db8:1:2:${i}::${i}`, never)
  void guessing.holdBack('2001:db8:1:2:ffff::1', never)
  expect(env.slept).toEqual([100])
  for (let i = 0; i < 20; i++) await guessing.holdBack(`::ffff:10.0.0.${i}`, never)
  expect(env.slept).toEqual([100])
  for (let i = 0; i < 9; i++) await guessing.holdBack('10.0.0.1', never)
  void guessing.holdBack('::ffff:10.0.0.1', never)
  expect(env.slept).toEqual([100, 100])
})
