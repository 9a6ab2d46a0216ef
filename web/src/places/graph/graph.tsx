import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../../keys/use-keys.js'
import { param, setParams } from '../../location/location.js'
import { deselect, select, selection } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { Page as Frame } from '../../parts/page.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { EntityInspector } from './entity-inspector.js'
import { EntitySearch } from './entity-search.js'
import { Filters } from './filters.js'
import './graph.css'
import { GraphCanvas } from './graph-canvas.js'
import { graphRows } from './graph-rows.js'
import { GraphTree } from './graph-tree.js'
import { PathTold } from './path-told.js'
import { edgeByRef, refOf } from './picture.js'
import { RelationInspector } from './relation-inspector.js'
import { shownOf } from './shown.js'
import { timeSpan } from './standing.js'
import { Start } from './start.js'
import { TimeSlider } from './time-slider.js'
import { usePath } from './use-path.js'
import { picture, usePicture } from './use-picture.js'
import { useScene } from './use-scene.js'
import { focusOn, leaveFocus, openFurther, setPath, toggleOpen, viewState } from './view-state.js'
import { t } from './words.js'

export const inspectors = { entity: EntityInspector, relation: RelationInspector }

/** How people and things are related: from one on, a step at a time, as a picture and as a list beside it. */
export function Page() {
  const field = useRef<HTMLInputElement>(null)
  const { focus } = viewState.value
  useKeys({ search: () => field.current?.focus() })
  // A link from elsewhere names whom to show.
  const selected = selection.value
  useEffect(() => {
    if (focus === '' && selected?.kind === 'entity') setParams({ focus: selected.id })
  }, [focus, selected?.id])
  return (
    <Frame
      title={t('title')}
      head={
        <div class="graph-head">
          <EntitySearch label={t('search')} inputRef={field} onPick={({ id }) => focusOn(id)} />
          {focus !== '' && (
            <Button kind="quiet" icon="left" onClick={leaveFocus}>
              {t('start')}
            </Button>
          )}
        </div>
      }
      toolbar={focus === '' ? undefined : <Filters />}
    >
      {focus === '' ? <Start /> : <Explorer />}
    </Frame>
  )
}

function Explorer() {
  const state = viewState.value
  const path = usePath(state)
  const loading = usePicture(state, path.ids)
  const now = picture.value
  const view = { ...state, path: path.ids }
  const shown = useMemo(
    () => shownOf(now, view),
    [now, JSON.stringify([...Object.values(state)].map(plain)), path.ids.join()],
  )
  const rows = useMemo(() => graphRows(shown, now), [shown])
  const { scene, isPlacing, put, arrange } = useScene(shown, state.focus, path.ids)
  const span = useMemo(() => timeSpan(now.edges.values(), Date.now()), [now])
  const isGone =
    !loading.isLoading && loading.problem === undefined && loading.isLoaded && shown.nodes.size === 0
  const selected = selection.value
  const node = selected?.kind === 'entity' ? selected.id : null
  const edge = selected?.kind === 'relation' ? (edgeByRef(now, selected.id)?.key ?? null) : null
  const isList = param('view') === 'list'
  const pick = (id: string, isSecond: boolean) => {
    if (isSecond && id !== (node ?? state.focus)) setPath([node ?? state.focus, id])
    select('entity', id)
  }
  if (isGone)
    return (
      <Empty title={t('gone')}>
        <Button onClick={leaveFocus}>{t('start')}</Button>
      </Empty>
    )
  return (
    <div class={isList ? 'graph graph-as-list' : 'graph graph-as-picture'}>
      <div class="graph-side">
        <div class="graph-switch" role="group" aria-label={t('view')}>
          <Button isOn={!isList} onClick={() => setParams({ view: null })}>
            {t('picture')}
          </Button>
          <Button isOn={isList} onClick={() => setParams({ view: 'list' })}>
            {t('listShort')}
          </Button>
        </div>
        {loading.problem !== undefined && <ProblemTold problem={loading.problem} onAgain={loading.again} />}
        <PathTold path={path} />
        <GraphTree
          rows={rows}
          selected={node}
          focus={state.focus}
          path={new Set(path.ids)}
          onSelect={(id) => select('entity', id)}
          onToggle={toggleOpen}
          onMore={(id) => openFurther(id, now.edgesOf.get(id)?.length ?? 0)}
        />
        <p class="graph-counts meta" aria-live="polite">
          {t('counts', shown.nodes.size, shown.edges.length)}
        </p>
      </div>
      <div class="graph-stage">
        <GraphCanvas
          scene={scene}
          selectedNode={node}
          selectedEdge={edge}
          isBusy={isPlacing}
          onNode={pick}
          onEdge={(key) => {
            const chosen = now.edges.get(key)
            if (chosen !== undefined) select('relation', refOf(chosen))
          }}
          onNothing={deselect}
          onToggle={toggleOpen}
          onPut={put}
          onArrange={arrange}
        />
        {span !== undefined && <TimeSlider span={span} at={state.at} />}
      </div>
    </div>
  )
}

function plain(value: unknown): unknown {
  return value instanceof Set || value instanceof Map ? [...value] : value
}
