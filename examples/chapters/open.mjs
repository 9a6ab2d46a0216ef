// @ts-nocheck: `recollect` is this package itself, whose types are there once it is built
// What every chapter begins with: an empty memory in a temporary folder, which is gone when the chapter ends.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'recollect'

export async function open(options = {}) {
  const home = await mkdtemp(join(tmpdir(), 'recollect-chapter-'))
  const engine = await openMemory({ home, embedder: 'off', ...options })
  return {
    engine,
    close: async () => {
      await engine.close()
      await rm(home, { recursive: true })
    },
  }
}
