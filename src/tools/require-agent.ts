import { type Memory, reachOfMemory } from '../engine.js'
import { MemoryError } from '../errors.js'
import { isPerson, type Reach } from '../reach.js'

/** The reach of an agent's memory. Throws `invalid_input` for that of a person: what a model says is no word of theirs. */
export function requireAgent(memory: Memory): Reach {
  const reach = reachOfMemory(memory)
  if (!isPerson(reach.actor.audience)) return reach
  throw new MemoryError(
    'invalid_input',
    'tools for a model cannot speak as a person',
    "give the memory of an agent: engine.as({ user, agent: 'my-agent' })",
  )
}
