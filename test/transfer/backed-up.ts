import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { archiveOf } from './stores.js'

export const options = { durability: 'normal', zone: 'UTC' } as const
export const CANARY = 'xyzzy-plugh-4711'

/** A store, a backup of it, and what came after: something forgotten, something new. */
export async function backedUp(items = 3) {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, ...options })
  const ann = engine.as({ user: 'ann' })
  for (let i = 0; i < items; i++) await ann.capture({ text: `note ${i} about the garden, ${i * 7919}` })
  const secret = await ann.capture({ text: `the code is ${CANARY}` })
  await ann.capture({ text: `derived of ${CANARY}`, sources: [secret.id] })
  await ann.import({
    content: JSON.stringify({ role: 'user', content: `${CANARY} said`, session: CANARY, speaker: CANARY }),
  })
  const [turn] = (await ann.search({ question: `"${CANARY} said"` })).hits
  const file = join(await temporaryFolder(), 'memory.backup')
  await engine.as({ administrator: true }).backup({ file })
  await ann.forget({ id: secret.id })
  await ann.forget({ id: turn?.id ?? '' })
  await ann.capture({ text: 'later than the backup' })
  return { home, engine, ann, file }
}

export function bytesOf(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
}

export async function textsOf(engine: Engine): Promise<string[]> {
  const rows = (await archiveOf(engine)).map((line) => JSON.parse(line))
  return rows.filter(({ type }) => type === 'item').map(({ text }) => text)
}
