import type { OutputOf } from '../../api/operation-types.js'
import type { Loaded } from '../../api/use-operation.js'
import type { Hit } from '../../inspector/found.js'
import { sayPath, stepsOfPath } from '../../inspector/say-path.js'
import { sayDay } from '../../language/dates.js'
import { sayWhy } from '../../language/known-reasons.js'
import { sayFigure } from '../../language/numbers.js'
import { sayList } from '../../language/say-list.js'
import { hrefHere } from '../../location/location.js'
import { select, selection } from '../../location/selection.js'
import { Empty } from '../../parts/empty.js'
import { ItemRow } from '../../parts/item-row.js'
import { List } from '../../parts/list.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import { t } from './words.js'

type Found = OutputOf<'memory.search'>

/** What was found, best first, with how each layer ranks it; and, as plainly, what is not known. */
export function Answer({ answer, asOf }: { readonly answer: Loaded<Found>; readonly asOf: string }) {
  const { value, problem, again } = answer
  if (value === undefined)
    return problem === undefined ? <Skeleton isRows /> : <ProblemTold problem={problem} onAgain={again} />
  const best = Math.max(...value.hits.map(({ score }) => score), Number.MIN_VALUE)
  return (
    <>
      <Remarks {...value} />
      <List
        label={t('results')}
        rows={value.hits}
        keyOf={({ id }) => id}
        rowHeight={56}
        selected={selection.value?.kind === 'item' ? selection.value.id : null}
        onSelect={({ id }) => select('item', id)}
        row={(hit) => <ItemRow item={hit} spans={hit.matched} beside={<Layers hit={hit} best={best} />} />}
        empty={
          <Empty
            title={t('notKnown')}
            hint={
              asOf === ''
                ? value.noPath === null
                  ? t('notKnownHint')
                  : sayWhy(value.noPath)
                : t('notKnownThen', sayDay(asOf))
            }
          />
        }
      />
    </>
  )
}

/** Which layers found a hit, at which rank; a bar says its score beside the best. */
function Layers({ hit, best }: { readonly hit: Hit; readonly best: number }) {
  return (
    <span class="layers">
      {hit.alike.length > 0 && <span>{t('alike', hit.alike.length)}</span>}
      {hit.layers.map(({ layer, rank }) => (
        <span key={layer} class="layer" title={t('rank', t(`layer_${layer}`), rank)}>
          {t(`layer_${layer}`)} <b>{rank}</b>
        </span>
      ))}
      <span
        class="meter"
        role="img"
        aria-label={t('score', sayFigure(hit.score))}
        title={t('score', sayFigure(hit.score))}
        style={{ '--share': String(hit.score / best) }}
      />
    </span>
  )
}

/** What to know about the answer as a whole: how what was named is related, and what could not take part. */
function Remarks({ hits, paths, noPath, missing, pending, relaxed, clipped }: Found) {
  const lines = [
    ...(noPath !== null && hits.length > 0 ? [sayWhy(noPath)] : []),
    ...(relaxed.length > 0 ? [t('relaxed', sayList(relaxed.map((phrase) => `“${phrase}”`)))] : []),
    ...(clipped ? [t('clipped')] : []),
    ...Object.entries(missing).map(([layer, why]) =>
      t('missing', t(`layer_${layer as keyof Found['missing']}`), sayWhy(why)),
    ),
    ...(pending > 0 && missing.vectors === undefined ? [t('pending', pending)] : []),
  ]
  if (lines.length === 0 && paths.length === 0) return null
  const shown = paths.slice(0, PATHS_MAX)
  return (
    <div class="remarks">
      <Paths label={t('paths')} paths={shown.filter(({ path }) => stepsOfPath(path) <= 1)} />
      <Paths label={t('around')} isNamed paths={shown.filter(({ path }) => stepsOfPath(path) > 1)} />
      {lines.map((line) => (
        <p key={line} class="meta">
          {line}
        </p>
      ))}
    </div>
  )
}

const PATHS_MAX = 4

interface PathsProps {
  readonly label: string
  /** Whether the label is shown: a way over somebody else reads like an answer, which it need not be. */
  readonly isNamed?: boolean
  readonly paths: Found['paths']
}

function Paths({ label, isNamed = false, paths }: PathsProps) {
  if (paths.length === 0) return null
  return (
    <>
      {isNamed && <p class="meta">{label}</p>}
      <ul class="paths" aria-label={label}>
        {paths.map(({ path, item }) => (
          <li key={path}>
            <a class="path" href={hrefHere({ on: `item:${item}` })}>
              {sayPath(path)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
