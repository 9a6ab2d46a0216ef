import { openMemory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'

/** A process that captures into a bank of its own for a while, one note after the other; prints how many. */
export async function captureFor(store: string, user: string, forMs: number): Promise<void> {
  const home = process.env['RECOLLECT_HOME'] ?? ''
  const engine = await openMemory({ home, store, zone: 'UTC', embedder: 'off' })
  const memory = engine.as({ user })
  const corpus = createCorpus(user.length * 31 + (user.codePointAt(user.length - 1) ?? 0))
  for (let i = 0; i < 20; i++) await memory.capture({ text: corpus.text() })
  process.stdout.write('ready\n')
  await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()))
  const until = performance.now() + forMs
  let count = 0
  for (; performance.now() < until; count++) await memory.capture({ text: corpus.text() })
  process.stdout.write(`${count}\n`)
  await engine.close()
  process.exit(0)
}
