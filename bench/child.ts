import { fork } from 'node:child_process'
import { writeDataset } from './dataset.js'
import { type Floors, measureFloors } from './floors.js'
import { mcpRoundTrip, type RoundTrip } from './mcp.js'
import { type Limits, measureAsk, measureFill } from './measure.js'
import type { Measures } from './measures.js'
import { writeMillionSet } from './million/million-set.js'
import type { PartPlace, PartResult } from './million/part.js'
import { measurePart, type PartName } from './million/parts.js'
import { measureOwn, type OwnRatios } from './own.js'
import type { Dataset } from './subject.js'
import { systemNamed } from './systems.js'
import { fillVectors, measureVectors, type VectorMeasures } from './vectors/measure-vectors.js'
import { writeVectorSet } from './vectors/vector-set.js'

/** What a child process is asked to do: one thing, once, so that nothing of what was measured before is in it. */
export type Task =
  | {
      readonly task: 'prepare'
      readonly folder: string
      readonly items: number
      readonly questions: number
    }
  | { readonly task: 'vector-set'; readonly folder: string; readonly file?: string; readonly items: number }
  | { readonly task: 'vector-fill'; readonly system: string; readonly home: string; readonly folder: string }
  | { readonly task: 'vector-ask'; readonly system: string; readonly home: string; readonly folder: string }
  | {
      readonly task: 'million-set'
      readonly folder: string
      readonly items: number
      readonly questions: number
    }
  | { readonly task: 'million'; readonly part: PartName; readonly place: PartPlace }
  | { readonly task: 'mcp'; readonly home: string }
  | { readonly task: 'own'; readonly home: string }
  | { readonly task: 'floors'; readonly home: string; readonly dataset: Dataset }
  | { readonly task: 'fill'; readonly system: string; readonly home: string; readonly dataset: Dataset }
  | {
      readonly task: 'ask'
      readonly system: string
      readonly home: string
      readonly dataset: Dataset
      readonly limits: Limits
      readonly round: number
    }

export interface Outcome {
  prepare: Dataset
  'vector-set': null
  'vector-fill': null
  'vector-ask': VectorMeasures
  'million-set': Dataset
  million: PartResult
  mcp: RoundTrip[]
  own: OwnRatios
  floors: Floors
  fill: Measures
  ask: Measures
}

/** What a child may take of the machine. */
export interface Bounds {
  readonly patienceMs: number
  /** Of JavaScript's heap, in MB; what Node takes by itself when absent. */
  readonly heapMb?: number
}

/**
 * Runs a task in a process of its own; throws with what it said last when it fails or takes
 * too long: five minutes, or so long for every 100,000 items, unless bounds are given.
 */
export function inChild<T extends Task>(task: T, bounds?: Bounds): Promise<Outcome[T['task']]> {
  const items = 'dataset' in task ? task.dataset.items : 0
  const patienceMs = bounds?.patienceMs ?? PATIENCE_MS * Math.max(1, items / 100_000)
  const heap = bounds?.heapMb === undefined ? [] : [`--max-old-space-size=${bounds.heapMb}`]
  const child = fork(process.argv[1] ?? '', ['child', JSON.stringify(task)], {
    execArgv: ['--expose-gc', '--enable-source-maps', ...heap],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: patienceMs,
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    let answer: Outcome[T['task']] | undefined
    child.on('message', (message) => {
      answer = message as Outcome[T['task']]
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (answer !== undefined) resolve(answer)
      else if (signal !== null)
        reject(new Error(`ended by ${signal} (it has ${patienceMs / 1000} s): ${said}`))
      else reject(new Error(said.trim() || `ended with ${code}`))
    })
  })
}

/** The other side of {@link inChild}. */
export async function runChild(argument: string): Promise<void> {
  const answer = await run(JSON.parse(argument) as Task)
  // Systems may leave timers and processes behind: the answer is out, so is this process.
  process.send?.(answer, () => process.exit(0))
}

const PATIENCE_MS = 300_000
const MCP_CALLS = 300

async function run(task: Task): Promise<Outcome[keyof Outcome]> {
  switch (task.task) {
    case 'prepare':
      return writeDataset(task.folder, task.items, task.questions)
    case 'vector-set':
      writeVectorSet(task.folder, task.file, task.items)
      return null
    case 'vector-fill':
      await fillVectors(task.system, task.home, task.folder)
      return null
    case 'vector-ask':
      return measureVectors(task.system, task.home, task.folder)
    case 'million-set':
      return writeMillionSet(task.folder, task.items, task.questions)
    case 'million':
      return measurePart(task.part, task.place)
    case 'mcp':
      return mcpRoundTrip(task.home, MCP_CALLS)
    case 'own':
      return measureOwn(task.home)
    case 'floors':
      return measureFloors(task.home, task.dataset)
    case 'fill':
      return measureFill(systemNamed(task.system), task.home, task.dataset)
    case 'ask':
      return measureAsk(systemNamed(task.system), task.home, task.dataset, task.limits, task.round)
  }
}
