import { onTestFinished } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'

/** An engine on an empty store, for one test. */
export async function openEngine(): Promise<Engine> {
  const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off', zone: 'UTC' })
  onTestFinished(() => engine.close())
  return engine
}
