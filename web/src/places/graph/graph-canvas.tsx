import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { preferences } from '../../shell/preferences.js'
import { createGraphView, type GraphView, type ViewEvents } from './graph-view.js'
import { inkNames } from './inks.js'
import type { Scene } from './scene.js'
import { t } from './words.js'

export interface GraphCanvasProps extends ViewEvents {
  readonly scene: Scene | undefined
  readonly selectedNode: string | null
  readonly selectedEdge: string | null
  readonly isBusy: boolean
  readonly onArrange: () => void
}

/** The picture. The list beside it says the same in words, so nothing here is said aloud. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { scene, selectedNode, selectedEdge, isBusy, onArrange } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const inks = useRef<HTMLDivElement>(null)
  const view = useRef<GraphView>()
  const events = useRef(props)
  events.current = props

  useEffect(() => {
    if (canvas.current === null || inks.current === null) return
    const made = createGraphView(canvas.current, inks.current, {
      onNode: (id, isSecond) => events.current.onNode(id, isSecond),
      onEdge: (key) => events.current.onEdge(key),
      onNothing: () => events.current.onNothing(),
      onToggle: (id) => events.current.onToggle(id),
      onPut: (id, at) => events.current.onPut(id, at),
    })
    view.current = made
    return () => made.close()
  }, [])
  useEffect(() => {
    if (scene !== undefined) view.current?.show(scene)
  }, [scene])
  useEffect(() => {
    view.current?.select(selectedNode, selectedEdge)
    if (selectedNode !== null) view.current?.bringIntoView(selectedNode)
  }, [selectedNode, selectedEdge])
  useColours(view)

  return (
    <div class="graph-picture">
      <div class={isBusy ? 'graph-drawn graph-busy' : 'graph-drawn'} aria-hidden="true">
        <canvas ref={canvas} class="graph-canvas" />
        <div ref={inks} class="graph-inks">
          {inkNames.map((name) => (
            <i key={name} class={`graph-ink-${name}`} />
          ))}
        </div>
      </div>
      <div class="graph-zoom" role="group" aria-label={t('zoom')}>
        <Button kind="quiet" icon="plus" label={t('nearer')} onClick={() => view.current?.zoom(1.4)} />
        <Button kind="quiet" icon="minus" label={t('further')} onClick={() => view.current?.zoom(1 / 1.4)} />
        <Button kind="quiet" icon="fit" label={t('fit')} onClick={() => view.current?.showAll()} />
        <Button kind="quiet" icon="arrange" label={t('arrange')} onClick={onArrange} />
      </div>
    </div>
  )
}

function useColours(view: RefObject<GraphView | undefined>): void {
  const { theme } = preferences.value
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const recolour = () => view.current?.recolour()
    // The style sheet follows the attribute after this turn.
    requestAnimationFrame(recolour)
    dark.addEventListener('change', recolour)
    return () => dark.removeEventListener('change', recolour)
  }, [theme])
}
