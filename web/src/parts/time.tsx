import { sayDay, sayExactly, sayMoment, saySpan } from '../language/dates.js'

export interface TimeProps {
  /** ISO 8601. */
  readonly at: string
  /** day: "3 May". moment: "3 May, 14:05", and the time alone for today. */
  readonly as?: 'day' | 'moment'
}

/** A time as people say it; the exact one when pointed at. */
export function Time({ at, as = 'day' }: TimeProps) {
  return (
    <time dateTime={at} title={sayExactly(at)}>
      {as === 'day' ? sayDay(at) : sayMoment(at)}
    </time>
  )
}

/** From when to when a thing held: "3 May – 8 June", "since 3 May". */
export function TimeSpan({ from, until }: { readonly from: string; readonly until: string | null }) {
  const exact = until === null ? sayExactly(from) : `${sayExactly(from)} – ${sayExactly(until)}`
  return <span title={exact}>{saySpan(from, until)}</span>
}
