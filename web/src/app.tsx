import { useEffect, useState } from 'preact/hooks'
import { call } from './api/call.js'
import { asProblem, type Problem } from './api/problem.js'
import { token } from './api/session.js'
import { useOperation } from './api/use-operation.js'
import { Inspector } from './inspector/inspector.js'
import { isKeyHelpOpen, KeyHelp } from './keys/key-help.js'
import { useKeys } from './keys/use-keys.js'
import { go, href, path } from './location/location.js'
import { wantSearch } from './location/search-wanted.js'
import { selection } from './location/selection.js'
import { isPaletteOpen, Palette } from './palette/palette.js'
import { Confirm } from './parts/confirm.js'
import { copyText } from './parts/copy-text.js'
import { Empty } from './parts/empty.js'
import { Notices, notify, undoLatest } from './parts/notice.js'
import { Page } from './parts/page.js'
import { ProblemTold } from './parts/problem-told.js'
import { Skeleton } from './parts/skeleton.js'
import { type Place, type PlaceModule, placesOffered } from './places.js'
import { currentPlace, Rail } from './shell/rail.js'
import './shell/shell.css'
import { SignIn } from './shell/sign-in.js'
import { StandingBar } from './shell/standing-bar.js'
import { t } from './shell/words.js'

/** Rail, place, inspector; or the door, where nobody is signed in. */
export function App() {
  return (
    <>
      {token.value === null ? <SignIn /> : <Inside />}
      <Notices />
    </>
  )
}

function Inside() {
  const place = currentPlace.value
  const [module, problem, again] = usePlace(place)
  const waiting = useOperation('memory.waiting', {})
  useFirstPlace()
  useKeys({
    ...Object.fromEntries(placesOffered().map(({ id, key }) => [key, () => go(href(id))])),
    search: () => {
      wantSearch(true)
      go(href('search'))
    },
    palette: () => {
      isPaletteOpen.value = true
    },
    help: () => {
      isKeyHelpOpen.value = true
    },
    undo: () => void undoLatest(),
    copyLink: () => void copyLink(),
  })
  const isWide = typeof place?.isWide === 'function' ? place.isWide(path.value) : place?.isWide === true
  const isInspected = selection.value !== null || !isWide
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('toContent')}
      </a>
      <StandingBar />
      <div class={isInspected ? 'shell shell-inspected' : 'shell'}>
        <Rail waiting={waiting.value?.total ?? 0} />
        <main id="main" class="main" tabIndex={-1} data-place={module === undefined ? undefined : place?.id}>
          {problem !== undefined && <ProblemTold problem={problem} onAgain={again} />}
          {module !== undefined && <module.Page key={place?.id} />}
          {module === undefined && problem === undefined && place !== null && (
            <Page title={t(place.id)}>
              <Skeleton isRows lines={8} />
            </Page>
          )}
          {place === null && path.value.length > 0 && (
            <Page title={t('notFound')}>
              <Empty hint={t('notFoundHint')} />
            </Page>
          )}
        </main>
        {isInspected && (
          <aside class={selection.value === null ? 'aside aside-idle' : 'aside'} aria-label={t('inspector')}>
            <Inspector module={module} />
          </aside>
        )}
      </div>
      <Palette />
      <KeyHelp />
      <Confirm />
    </div>
  )
}

/** Without a place in the address: Overview while something waits or nothing is remembered, else Search. */
function useFirstPlace(): void {
  useEffect(() => {
    if (path.value.length > 0) return
    Promise.all([call('memory.waiting', {}), call('memory.items', { limit: 1 })]).then(
      ([{ total }, { items }]) => {
        const isBusy = total > 0 || items.length === 0
        if (isBusy) wantSearch(false)
        if (path.value.length === 0) go(href(isBusy ? 'overview' : 'search'), { isNewStep: false })
      },
      // Search says what failed.
      () => go(href('search'), { isNewStep: false }),
    )
  }, [path.value])
}

async function copyLink(): Promise<void> {
  if (await copyText(location.href, t('copyByHand'))) notify(t('copied'))
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
