import { Session } from 'node:inspector/promises'

/** A function, and how much of the processor's time it took itself. */
export interface ProfileLine {
  /** `name (file)`; of what is not JavaScript, as V8 calls it. */
  readonly where: string
  readonly share: number
}

/** Does the work with V8's profiler on: the functions that took most, and how much. Idle time does not count. */
export async function profileOf(work: () => Promise<unknown>): Promise<readonly ProfileLine[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_MICROS })
    await session.post('Profiler.start')
    await work()
    const { profile } = await session.post('Profiler.stop')
    return linesOf(profile)
  } finally {
    session.disconnect()
  }
}

/** What is needed of `Profiler.Profile`. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }[]
  readonly samples?: readonly number[] | undefined
  readonly timeDeltas?: readonly number[] | undefined
}

export function linesOf({ nodes, samples = [], timeDeltas = [] }: Profile): readonly ProfileLine[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const spent = new Map<string, number>()
  let whole = 0
  for (const [at, id] of samples.entries()) {
    const where = names.get(id) ?? ''
    if (where === '(idle)') continue
    const micros = timeDeltas[at] ?? 0
    spent.set(where, (spent.get(where) ?? 0) + micros)
    whole += micros
  }
  return [...spent]
    .sort((a, b) => b[1] - a[1])
    .slice(0, LINES)
    .map(([where, micros]) => ({ where, share: micros / whole }))
}

const INTERVAL_MICROS = 200
const LINES = 12

function nameOf({ functionName, url }: { readonly functionName: string; readonly url: string }): string {
  const file = url.split('/').slice(-2).join('/')
  // SQLite's own work stands under the name of the method that called it.
  if (file === '') return functionName.startsWith('(') ? functionName : `${functionName} (not JavaScript)`
  return `${functionName || 'a function'} (${file.replace(/\.js$/, '.ts')})`
}
