import { openMemory } from '../../src/engine.js'

/** Makes a home folder whose store holds the memory of user `sample`. */
export async function loadSample(home: string): Promise<string> {
  const engine = await openMemory({ home, embedder: 'off', zone: 'UTC', durability: 'normal' })
  await engine.as({ user: 'me', administrator: true }).loadSample({})
  await engine.close()
  return home
}
