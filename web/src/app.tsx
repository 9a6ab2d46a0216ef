import { useEffect, useState } from 'preact/hooks'
import { asProblem, type Problem } from './api/problem.js'
import { Inspector } from './inspector/inspector.js'
import { useKeys } from './keys/use-keys.js'
import { go, href, path } from './location/location.js'
import { selection } from './location/selection.js'
import { Confirm } from './parts/confirm.js'
import { Empty } from './parts/empty.js'
import { Notices, undoLatest } from './parts/notice.js'
import { ProblemTold } from './parts/problem-told.js'
import { type Place, type PlaceModule, places } from './places.js'
import { currentPlace, Rail } from './shell/rail.js'
import './shell/shell.css'
import { t } from './shell/words.js'

/** Rail, place, inspector. */
export function App() {
  const place = currentPlace.value
  const [module, problem, again] = usePlace(place)
  useKeys({
    ...Object.fromEntries(places.map(({ id, key }) => [key, () => go(href(id))])),
    search: () => go(href('search')),
    undo: () => void undoLatest(),
  })
  useEffect(() => {
    if (path.value.length === 0) go(href('search'), { isNewStep: false })
  }, [path.value])
  const isInspected = selection.value !== null || place?.isWide !== true
  return (
    <>
      <a class="skip" href="#main">
        {t('toContent')}
      </a>
      <div class={isInspected ? 'shell shell-inspected' : 'shell'}>
        <Rail waiting={0} />
        <main id="main" class="main" tabIndex={-1}>
          {problem !== undefined && <ProblemTold problem={problem} onAgain={again} />}
          {module !== undefined && <module.Page key={place?.id} />}
          {place === null && path.value.length > 0 && (
            <Empty title={t('notFound')} hint={t('notFoundHint')} />
          )}
        </main>
        {isInspected && (
          <aside class={selection.value === null ? 'aside aside-idle' : 'aside'} aria-label={t('inspector')}>
            <Inspector module={module} />
          </aside>
        )}
      </div>
      <Notices />
      <Confirm />
    </>
  )
}

/** The code of a place, loaded when one first goes there. */
function usePlace(place: Place | null): [PlaceModule | undefined, Problem | undefined, () => void] {
  const [loaded, setLoaded] = useState<{ of?: Place; module?: PlaceModule; problem?: Problem }>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (place === null) return
    let isWanted = true
    place.load().then(
      (module) => isWanted && setLoaded({ of: place, module }),
      (error) => isWanted && setLoaded({ of: place, problem: asProblem(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [place, round])
  const isOf = loaded.of === place && place !== null
  return [
    isOf ? loaded.module : undefined,
    isOf ? loaded.problem : undefined,
    () => setRound((count) => count + 1),
  ]
}
