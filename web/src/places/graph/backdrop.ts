import type { Camera, Size } from './camera.js'
import { drawGround, type GroundDrawing } from './draw-ground.js'

/** What lies behind the names: lines and nodes, drawn at once where these are few, else kept as an image. */
export interface Backdrop {
  /**
   * Draws it as it is seen now; false while a sharper one is being made, which the next frames go on with. `isMoving`: a
   * hand is at it, so what is coarse will do.
   */
  draw(to: CanvasRenderingContext2D, drawing: GroundDrawing, isMoving: boolean): boolean
  /** What was drawn is out of date, though the scene is the same. */
  renew(): void
}

/** Nodes and edges that any machine draws in a frame. */
const FEW = 700
/** At 60 frames a second one has 16; the rest is for names and for showing it. */
const SLICE_MS = 5
/** Steps between two looks at the clock. */
const STRIDE = 16
/** How much wider than what is seen the image is, so that it can be moved. */
const WIDER = 1.6

interface Kept {
  readonly image: HTMLCanvasElement
  readonly camera: Camera
  readonly size: Size
  readonly of: GroundDrawing
}

/**
 * Thousands of lines take longer than a frame, wherever they are drawn. So they are drawn into an image that is larger than
 * what is seen, in slices over several frames; meanwhile the image of before is shown where its parts belong. Moving and
 * zooming then cost the same, however much there is.
 */
export function createBackdrop(): Backdrop {
  let kept: Kept | undefined
  let making: (Kept & { readonly work: Generator<void, void> }) | undefined
  let isOld = false
  let spare: HTMLCanvasElement | undefined

  return {
    renew: () => {
      isOld = true
    },
    draw: (to, drawing, isMoving) => {
      const { scene } = drawing
      if (scene.nodes.length + scene.edges.length <= FEW) {
        const work = drawGround(to, drawing)
        while (work.next().done !== true);
        kept = undefined
        making = undefined
        isOld = false
        return true
      }
      if (making !== undefined && !isSame(making.of, drawing)) making = undefined
      if (
        making === undefined &&
        (kept === undefined || isOld || !isSame(kept.of, drawing) || !fits(kept, drawing, isMoving))
      ) {
        making = begin(drawing)
        isOld = false
      }
      if (making !== undefined && advance(making.work)) {
        spare = kept?.image
        kept = making
        making = undefined
      }
      show(to, drawing, kept, isMoving)
      return making === undefined && kept !== undefined && isSharp(kept, drawing)
    },
  }

  function begin(drawing: GroundDrawing): Kept & { readonly work: Generator<void, void> } {
    const ratio = devicePixelRatio || 1
    const size = { width: drawing.size.width * WIDER, height: drawing.size.height * WIDER }
    const image = spare ?? document.createElement('canvas')
    spare = undefined
    image.width = Math.round(size.width * ratio)
    image.height = Math.round(size.height * ratio)
    const into = image.getContext('2d', { alpha: false })
    if (into === null) throw new Error('this browser draws no pictures')
    into.setTransform(ratio, 0, 0, ratio, 0, 0)
    const of = { ...drawing, size, share: 1 }
    return { image, camera: drawing.camera, size, of: drawing, work: drawGround(into, of) }
  }
}

/** Goes on for one slice; true at the end. */
function advance(work: Generator<void, void>): boolean {
  const until = performance.now() + SLICE_MS
  do {
    for (let step = 0; step < STRIDE; step++) if (work.next().done) return true
  } while (performance.now() < until)
  return false
}

/** Whether an image shows the same things, wherever they are seen from. */
function isSame(a: GroundDrawing, b: GroundDrawing): boolean {
  return (
    a.scene === b.scene &&
    a.inks === b.inks &&
    a.lifted === b.lifted &&
    a.size.width === b.size.width &&
    a.size.height === b.size.height
  )
}

/** Whether it is good enough to go on with: not too coarse, and not yet at its edge. */
function fits({ camera, size }: Kept, drawing: GroundDrawing, isMoving: boolean): boolean {
  const zoom = drawing.camera.scale / camera.scale
  const spareX = (size.width * zoom - drawing.size.width) / 2 / drawing.camera.scale
  const spareY = (size.height * zoom - drawing.size.height) / 2 / drawing.camera.scale
  return (
    (zoom === 1 || (isMoving && zoom > COARSE && zoom < 1 / COARSE)) &&
    Math.abs(drawing.camera.x - camera.x) < spareX * 0.6 &&
    Math.abs(drawing.camera.y - camera.y) < spareY * 0.6
  )
}

/** How much smaller or larger than it was drawn an image may be shown while it moves. */
const COARSE = 0.6

function isSharp(kept: Kept, drawing: GroundDrawing): boolean {
  return isSame(kept.of, drawing) && fits(kept, drawing, false)
}

function show(
  to: CanvasRenderingContext2D,
  { camera, size, inks }: GroundDrawing,
  kept: Kept | undefined,
  isMoving: boolean,
): void {
  to.globalAlpha = 1
  to.fillStyle = inks.paper
  to.fillRect(0, 0, size.width, size.height)
  if (kept === undefined) return
  const zoom = camera.scale / kept.camera.scale
  const width = kept.size.width * zoom
  const height = kept.size.height * zoom
  const x = size.width / 2 + (kept.camera.x - camera.x) * camera.scale - width / 2
  const y = size.height / 2 + (kept.camera.y - camera.y) * camera.scale - height / 2
  // A whole number of pixels is copied, anything else is blended.
  if (zoom === 1)
    to.drawImage(kept.image, Math.round(x), Math.round(y), Math.round(width), Math.round(height))
  else {
    to.imageSmoothingEnabled = !isMoving
    to.drawImage(kept.image, x, y, width, height)
    to.imageSmoothingEnabled = true
  }
}
