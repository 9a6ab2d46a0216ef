import type { Gathered, PromptWorld } from './gathered.js'

/** What other services remember that concerns what is asked. */
export async function remoteBlock(_world: PromptWorld, _ask: string): Promise<Gathered> {
  return { items: [] }
}
