import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { changes } from '../../../api/changes.js'
import type { InputOf } from '../../../api/operation-types.js'
import { asProblem, type Problem } from '../../../api/problem.js'
import { reachKey } from '../../../api/session.js'
import { type TranscriptWindow, withEarlier, withLater } from './transcript-window.js'

export interface TranscriptWanted {
  readonly session: string
  /** The number of the event to be seen; null: the latest. undefined: not known yet. */
  readonly around: number | null | undefined
  readonly types?: InputOf<'transcript.read'>['types']
  readonly contains?: string
  /** It was forgotten: nothing is asked any more. */
  readonly isGone?: boolean
}

export interface Transcript {
  readonly held: TranscriptWindow | undefined
  readonly title: string | null
  readonly channel: string | null
  readonly problem: Problem | undefined
  readonly isLoading: boolean
  readonly earlier: () => void
  readonly later: () => void
  /** Reads its very beginning, or its end. */
  readonly jump: (to: 'start' | 'end') => void
  readonly again: () => void
}

const PAGE = { limit: 60, maxChars: 200_000 }
const FRESH = { limit: 1_000, maxChars: 1_000_000 }
const MOST_EVENTS = 300
/** Behind every event there can be, and still a number for every store. */
const END = 2_000_000_000

interface State {
  readonly of?: string
  readonly held?: TranscriptWindow
  readonly title?: string | null
  readonly channel?: string | null
  readonly problem?: Problem
  readonly isLoading: boolean
}

type Read = Omit<InputOf<'transcript.read'>, 'session'>

/** A session, of which a part is held: it grows in both directions as one reads, and follows what happens. */
export function useTranscript({ session, around, types, contains, isGone }: TranscriptWanted): Transcript {
  const [state, setState] = useState<State>({ isLoading: true })
  const [round, setRound] = useState(0)
  const question = JSON.stringify([reachKey.value, session, types, contains])
  const latest = useRef(state)
  latest.current = state
  const loading = useRef<AbortController>()
  const seen = changes.value

  const load = (read: Read, join: (page: TranscriptWindow, held: TranscriptWindow) => TranscriptWindow) => {
    loading.current?.abort()
    const abort = new AbortController()
    loading.current = abort
    setState((was) => (was.of === question ? { ...was, isLoading: true } : { isLoading: true }))
    const filter = { ...(types === undefined ? {} : { types }), ...(contains ? { contains } : {}) }
    call('transcript.read', { session, ...filter, ...read }, { signal: abort.signal }).then(
      ({ events, previous, next, title, channel }) => {
        if (abort.signal.aborted) return
        loading.current = undefined
        const page = { events, previous, next: read.before === END ? null : next }
        const held = latest.current.of === question ? latest.current.held : undefined
        setState({
          of: question,
          held: held === undefined ? page : join(page, held),
          title,
          channel,
          isLoading: false,
        })
      },
      (error) => {
        const problem = asProblem(error)
        if (abort.signal.aborted || problem.code === 'stopped') return
        loading.current = undefined
        setState((was) => ({ ...was, problem, isLoading: false }))
      },
    )
  }

  const begin = (to: number | null) =>
    load({ ...PAGE, ...(to === null ? { before: END } : { around: to }) }, (page) => page)

  const isOf = state.of === question
  const held = isOf ? state.held : undefined
  const isThere = held !== undefined && (around === null || holds(held, around))

  useEffect(() => {
    if (around !== undefined && !isThere && isGone !== true) begin(around)
  }, [question, around, round])

  useEffect(() => {
    const known = latest.current.of === question ? latest.current.held : undefined
    if (known === undefined || isGone === true) return
    const first = known.events[0]?.seq ?? 1
    load(
      { ...FRESH, limit: Math.min(FRESH.limit, known.events.length + PAGE.limit), after: first - 1 },
      (page) => ({
        ...page,
        previous: known.previous,
      }),
    )
  }, [seen])

  useEffect(() => () => loading.current?.abort(), [])

  const isFree = () => loading.current === undefined && isOf
  return {
    held,
    title: (isOf ? state.title : null) ?? null,
    channel: (isOf ? state.channel : null) ?? null,
    problem: state.problem,
    isLoading: state.isLoading,
    earlier: () => {
      const before = held?.previous ?? null
      if (isFree() && before !== null)
        load({ ...PAGE, before }, (page, was) => withEarlier(was, page, MOST_EVENTS))
    },
    later: () => {
      const after = held?.next ?? null
      if (isFree() && after !== null)
        load({ ...PAGE, after }, (page, was) => withLater(was, page, MOST_EVENTS))
    },
    jump: (to) => load({ ...PAGE, ...(to === 'end' ? { before: END } : { after: 0 }) }, (page) => page),
    again: () => setRound((count) => count + 1),
  }
}

/** Also what stands between two held events, and is left out by a filter. */
function holds({ events, previous, next }: TranscriptWindow, seq: number | undefined): boolean {
  if (seq === undefined) return true
  const [first, last] = [events[0]?.seq, events.at(-1)?.seq]
  if (first === undefined || last === undefined) return previous === null && next === null
  return (seq >= first || previous === null) && (seq <= last || next === null)
}
