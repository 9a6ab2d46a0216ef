import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type CallOptions, openMemory, readLogOf } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import type { MemoryOptions } from '../../memory-options.js'
import type { ReaderAnswer, ReaderCall } from './reader-message.js'

if (parentPort !== null) await readFor(parentPort, workerData as MemoryOptions)

/** Answers what it is asked out of the store, by a connection of this thread's own. */
async function readFor(port: MessagePort, options: MemoryOptions): Promise<void> {
  const engine = await openMemory({ ...options, isBrief: true, records: 'kept' })
  const running = new Map<number, AbortController>()
  const send = (answer: ReaderAnswer): void => port.postMessage(answer)

  async function perform({ id, who, key, input }: ReaderCall & { readonly does: 'perform' }): Promise<void> {
    const given = new AbortController()
    running.set(id, given)
    try {
      const method = engine.as(who)[key] as (input: unknown, options: CallOptions) => Promise<unknown>
      send({ id, body: JSON.stringify(await method(input, { signal: given.signal })) })
    } catch (error) {
      send(failed(id, error))
    } finally {
      running.delete(id)
    }
  }

  async function flush(id: number): Promise<void> {
    await readLogOf(engine).flush()
    send({ id, body: '' })
  }

  async function close(): Promise<void> {
    try {
      await engine.close()
    } finally {
      port.close()
    }
  }

  port.on('message', (call: ReaderCall) => {
    if (call.does === 'perform') void perform(call)
    else if (call.does === 'abort') running.get(call.id)?.abort()
    else if (call.does === 'flush') void flush(call.id)
    else void close()
  })
}

/** Errors do not travel between threads as what they are. */
function failed(id: number, error: unknown): ReaderAnswer {
  if (error instanceof MemoryError) {
    const { code, message, hint } = error
    return { id, refused: { code, message, hint } }
  }
  if (!(error instanceof Error))
    return { id, mistake: { name: 'Error', message: typeof error, stack: undefined } }
  const { name, message, stack } = error
  return { id, mistake: { name, message, stack } }
}
