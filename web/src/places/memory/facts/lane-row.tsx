import { saySpan } from '../../../language/dates.js'
import { select } from '../../../location/selection.js'
import { Trust } from '../../../parts/trust.js'
import { sayAttribute } from './attribute-words.js'
import { type FactItem, type FactLane, heldSpan, keyInWords } from './fact-lanes.js'
import { placeIn, type TimeScale } from './time-scale.js'

export interface LaneRowProps {
  readonly lane: FactLane
  readonly scale: TimeScale
  /** The moment that is looked at; null: now, and nothing is faded. */
  readonly at: number | null
  /** Of the track, in pixels. */
  readonly width: number
  readonly selected: string | null
}

/** One key, with all that ever held it, each as long as it held. */
export function LaneRow({ lane, scale, at, width, selected }: LaneRowProps) {
  const { leading } = lane
  return (
    <div class="line-grid">
      <div class="line-label">
        <Trust of={leading.trust} />
        <span class="clip">{labelOf(leading)}</span>
      </div>
      <div class="line-track">
        {scale.ticks.map((tick) => (
          <span key={tick.at} class="line-mark" style={{ '--at': `${placeIn(scale, tick.at) * 100}%` }} />
        ))}
        {lane.facts.map((fact) => (
          <Bar key={fact.id} {...{ fact, scale, at, width }} isOn={fact.id === selected} />
        ))}
        {at !== null && <span class="line-now" style={{ '--at': `${placeIn(scale, at) * 100}%` }} />}
      </div>
    </div>
  )
}

interface BarProps extends Pick<LaneRowProps, 'scale' | 'at' | 'width'> {
  readonly fact: FactItem
  readonly isOn: boolean
}

/** Narrower bars have no room for a word. */
const WORD_PX = 36

function Bar({ fact, scale, at, width, isOn }: BarProps) {
  const { from, until } = heldSpan(fact)
  const [start, end] = [Date.parse(from), until === null ? scale.until : Date.parse(until)]
  if (end < scale.from && start !== end) return null
  const [left, right] = [placeIn(scale, start), placeIn(scale, end)]
  const isThen =
    at === null || (start <= at && (until === null || end > at) && fact.fact.status !== 'retracted')
  const look = [
    `bar bar-${fact.fact.status}`,
    isThen ? '' : 'bar-faded',
    isOn ? 'bar-on' : '',
    (right - left) * width < WORD_PX ? 'bar-short' : '',
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the inspector's history leads there by keys
    <span
      class={look.join(' ')}
      title={`${fact.text}\n${saySpan(from, until)}`}
      style={{ '--at': `${left * 100}%`, '--length': `${(right - left) * 100}%` }}
      onClick={(event) => {
        event.stopPropagation()
        select('item', fact.id)
      }}
    >
      {fact.fact.value ?? fact.text}
    </span>
  )
}

function labelOf({ fact, text }: FactItem): string {
  if (fact.key === null) return text
  const attribute = sayAttribute(keyInWords(fact.key).attribute)
  return fact.subject === null || fact.subject === 'you' ? attribute : `${fact.subject} · ${attribute}`
}
