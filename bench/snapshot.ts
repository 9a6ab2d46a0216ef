import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a string and waits until it is on disk: how a system without a store of its own is kept. */
export function writeSnapshot(home: string, content: string): void {
  const file = openSync(join(home, SNAPSHOT), 'w')
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What was written before; absent in an empty folder. */
export function readSnapshot(home: string): string | undefined {
  try {
    return readFileSync(join(home, SNAPSHOT), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const SNAPSHOT = 'snapshot.json'
