import { useEffect, useRef, useState } from 'preact/hooks'
import { language } from '../../language/language.js'
import type { Point } from './ground.js'
import { inSlices } from './in-slices.js'
import { placeNodes } from './place-nodes.js'
import { isSymmetric, sayRelation } from './relation-words.js'
import { type Scene, sceneOf } from './scene.js'
import type { Shown } from './shown.js'
import { sayNode } from './words.js'

export interface SceneState {
  readonly scene: Scene | undefined
  readonly isPlacing: boolean
  /** A node was put there by hand. */
  readonly put: (id: string, at: Point) => void
  /** Everything finds its place anew. */
  readonly arrange: () => void
}

/** Gives what is shown its places, in slices; whatever had one keeps it, also while it is not shown. */
export function useScene(shown: Shown, focus: string, path: readonly string[]): SceneState {
  const places = useRef({ focus: '', known: new Map<string, Point>(), drawn: new Map<string, Point>() })
  const [state, setState] = useState<{ scene?: Scene; isPlacing: boolean }>({ isPlacing: false })
  const [round, setRound] = useState(0)
  const { value: languageNow } = language
  const way = path.join()
  useEffect(() => {
    const abort = new AbortController()
    const { current } = places
    // Another beginning is another picture; one that is in it already stays where it is.
    if (current.focus !== focus && !current.drawn.has(focus)) places.current.known = new Map()
    places.current.focus = focus
    const { known } = places.current
    const timer = setTimeout(() => setState((was) => ({ ...was, isPlacing: true })), SLOW_MS)
    void inSlices(placeNodes(shown, known), abort.signal).then((placed) => {
      clearTimeout(timer)
      if (placed === undefined) return
      for (const [id, at] of placed) known.set(id, at)
      const before = current.drawn
      places.current.drawn = placed
      const scene = sceneOf(shown, placed, {
        focus,
        path,
        labelOf: sayRelation,
        isSymmetric,
        nameOf: sayNode,
        before,
      })
      setState({ scene, isPlacing: false })
    })
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [shown, focus, way, round, languageNow])
  return {
    scene: state.scene,
    isPlacing: state.isPlacing,
    put: (id, at) => {
      places.current.known.set(id, at)
      places.current.drawn.set(id, at)
    },
    arrange: () => {
      places.current.known = new Map()
      setRound((count) => count + 1)
    },
  }
}

const SLOW_MS = 150
