import { once } from 'node:events'
import { renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { MemoryError } from '../errors.js'
import { fileTrouble } from './file-trouble.js'
import { printableLine } from './wording/printable.js'

/** Writes lines into a file, under a name of its own until it is whole and on disk. Answers how many. */
export async function saveLines(lines: AsyncIterable<string>, file: string): Promise<number> {
  const part = `${file}.part-${process.pid}`
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw cannotWrite(file, error)
  })
  try {
    const count = await forward(lines, (text) => handle.appendFile(text))
    await handle.sync()
    await handle.close()
    renameSync(part, file)
    return count
  } catch (error) {
    throw fileTrouble(error) === undefined ? error : cannotWrite(file, error)
  } finally {
    await handle.close()
    rmSync(part, { force: true })
  }
}

export function cannotWrite(file: string, error: unknown): MemoryError {
  const why = isMissing(error) ? 'there is no such folder' : (fileTrouble(error) ?? error)
  return new MemoryError('store_failed', `cannot write ${printableLine(file)}: ${why}`, 'give another path', {
    cause: error,
  })
}

/** To whoever reads; when they go away (`| head`) there is nobody left to write for. */
export async function printLines(lines: AsyncIterable<string>, output: NodeJS.WriteStream): Promise<number> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  output.once('error', leave)
  try {
    return await forward(lines, async (text) => {
      if (!output.write(text)) await once(output, 'drain', { signal: gone.signal })
      gone.signal.throwIfAborted()
    })
  } catch (error) {
    if (gone.signal.aborted) return 0
    throw error
  } finally {
    output.off('error', leave)
  }
}

async function forward(
  lines: AsyncIterable<string>,
  write: (text: string) => Promise<unknown>,
): Promise<number> {
  let waiting: string[] = []
  let chars = 0
  let count = 0
  for await (const line of lines) {
    waiting.push(line)
    chars += line.length
    count += 1
    if (chars < CHUNK_CHARS) continue
    await write(waiting.join(''))
    waiting = []
    chars = 0
  }
  await write(waiting.join(''))
  return count
}

const CHUNK_CHARS = 256 * 1024

/** A file that is made can miss nothing but its folder. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
