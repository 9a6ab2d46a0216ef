import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from './call.js'
import { changes } from './changes.js'
import type { InputOf, OperationName, OutputOf } from './operation-types.js'
import { asProblem, type Problem } from './problem.js'
import { reachKey } from './session.js'

export interface Pages<R> {
  /** What was loaded so far, in its order; undefined until the first page is there. The same array until something changes. */
  readonly rows: readonly R[] | undefined
  readonly problem: Problem | undefined
  readonly isLoading: boolean
  /** Whether these are all. */
  readonly isComplete: boolean
  /** Loads the next page, where there is one: for the end of a `List`. */
  readonly more: () => void
  readonly again: () => void
}

export interface PageOf<R> {
  readonly rows: readonly R[]
  /** null at the end. */
  readonly next: string | null
}

export interface PagesOptions<N extends OperationName, R> {
  readonly read: (output: OutputOf<N>) => PageOf<R>
  readonly keyOf: (row: R) => string
  /** The field of the input in which the `next` of a page is given. */
  readonly field?: 'after' | 'before'
}

/** Rows that are loaded at a time, where several short lists follow one another. */
const STEP_ROWS = 60
/** So many rows are read anew when memory changed. What lies further down may have been forgotten: it goes, and loads again. */
const FRESH_ROWS = 1_000

interface State<R> {
  readonly of?: string
  readonly rows?: readonly R[]
  /** Where it goes on; null at the end. */
  readonly place?: Place | null
  readonly problem?: Problem
  readonly isLoading: boolean
}

interface Place {
  /** Which of the lists. */
  readonly list: number
  readonly next: string | null
}

/**
 * A list that is loaded page by page, and anew when its question, the reach or memory changes: what is shown then stays
 * until the new rows are there. Several inputs are lists one behind the other. An empty list of inputs asks nothing.
 */
export function usePages<N extends OperationName, R>(
  name: N,
  inputs: readonly InputOf<N>[],
  options: PagesOptions<N, R>,
): Pages<R> {
  const [state, setState] = useState<State<R>>({ isLoading: inputs.length > 0 })
  const [round, setRound] = useState(0)
  const question = JSON.stringify([reachKey.value, name, inputs])
  const seen = changes.value
  const latest = useRef({ inputs, options, state })
  latest.current = { inputs, options, state }
  const loading = useRef<AbortController>()

  const load = (from: Place, isMore: boolean) => {
    loading.current?.abort()
    const abort = new AbortController()
    loading.current = abort
    const known = latest.current.state.of === question ? (latest.current.state.rows ?? []) : []
    const wanted = isMore ? STEP_ROWS : Math.min(Math.max(known.length, STEP_ROWS), FRESH_ROWS)
    setState((was) => (was.of === question ? { ...was, isLoading: true } : { isLoading: true }))
    fetchRows(name, latest.current.inputs, latest.current.options, {
      from,
      wanted,
      abort: abort.signal,
    }).then(
      ({ rows, place }) => {
        if (abort.signal.aborted) return
        loading.current = undefined
        const { keyOf } = latest.current.options
        setState({ of: question, rows: isMore ? joined(known, rows, keyOf) : rows, place, isLoading: false })
      },
      (error) => {
        const problem = asProblem(error)
        if (abort.signal.aborted || problem.code === 'stopped') return
        loading.current = undefined
        setState((was) => ({ ...was, problem, isLoading: false }))
      },
    )
  }

  useEffect(() => {
    if (latest.current.inputs.length === 0) setState({ isLoading: false })
    else load({ list: 0, next: null }, false)
    return () => loading.current?.abort()
  }, [question, seen, round])

  const isOf = state.of === question
  return {
    rows: isOf ? state.rows : undefined,
    problem: state.problem,
    isLoading: state.isLoading,
    isComplete: isOf && state.place === null,
    more: () => {
      const { place } = latest.current.state
      if (isOf && loading.current === undefined && place !== undefined && place !== null) load(place, true)
    },
    again: () => setRound((count) => count + 1),
  }
}

interface Wanted {
  readonly from: Place
  /** Rows at least, where there are as many. */
  readonly wanted: number
  readonly abort: AbortSignal
}

async function fetchRows<N extends OperationName, R>(
  name: N,
  inputs: readonly InputOf<N>[],
  { read, keyOf, field = 'after' }: PagesOptions<N, R>,
  { from, wanted, abort }: Wanted,
): Promise<{ readonly rows: readonly R[]; readonly place: Place | null }> {
  let rows: readonly R[] = []
  let place: Place | null = from
  do {
    const input = {
      ...inputs[place.list],
      ...(place.next === null ? {} : { [field]: place.next }),
    } as InputOf<N>
    const page: PageOf<R> = read(await call(name, input, { signal: abort }))
    rows = joined(rows, page.rows, keyOf)
    if (page.next !== null) place = { list: place.list, next: page.next }
    else place = place.list + 1 < inputs.length ? { list: place.list + 1, next: null } : null
  } while (place !== null && rows.length < wanted)
  return { rows, place }
}

/** Each once: rows may have moved between two pages. */
function joined<R>(first: readonly R[], then: readonly R[], keyOf: (row: R) => string): readonly R[] {
  const known = new Set(first.map(keyOf))
  return [...first, ...then.filter((row) => !known.has(keyOf(row)))]
}
