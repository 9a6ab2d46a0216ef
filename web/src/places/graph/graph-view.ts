import { createBackdrop } from './backdrop.js'
import { between, type Camera, fittedTo, movedBy, type Size, toPicture, zoomedAt } from './camera.js'
import { drawOver } from './draw-over.js'
import type { Point } from './ground.js'
import { type Inks, readInks } from './inks.js'
import { edgeNear, type Scene } from './scene.js'

export interface ViewEvents {
  /** A press on a node; `isSecond` with Shift: the other end of a path. */
  readonly onNode: (id: string, isSecond: boolean) => void
  readonly onEdge: (key: string) => void
  readonly onNothing: () => void
  /** A double press: open it, or close it. */
  readonly onToggle: (id: string) => void
  /** A node was put elsewhere. */
  readonly onPut: (id: string, at: Point) => void
}

/** The picture on a canvas, moved by hand. Close it when done. */
export interface GraphView {
  show(scene: Scene): void
  select(node: string | null, edge: string | null): void
  /** Everything in sight. */
  showAll(): void
  /** Goes to a node where it is out of sight. */
  bringIntoView(id: string): void
  zoom(factor: number): void
  /** The theme has changed. */
  recolour(): void
  close(): void
}

const QUICK_MS = 120
/** How far a press may slip before it moves something, and how near counts as on it. */
const SLIP_PX = 4
const NEAR_PX = 7

export function createGraphView(
  canvas: HTMLCanvasElement,
  inkBox: HTMLElement,
  events: ViewEvents,
): GraphView {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error('this browser draws no pictures')
  const to = context
  const backdrop = createBackdrop()
  let scene: Scene | undefined
  let inks: Inks = readInks(inkBox)
  let size: Size = { width: 1, height: 1 }
  let camera: Camera = { x: 0, y: 0, scale: 1 }
  let isPlacedByHand = false
  let selected: { node: string | null; edge: string | null } = { node: null, edge: null }
  let hovered: { node: number; edge: string | null } = NOTHING
  let motion: { from: Camera; to: Camera; begun: number } | undefined
  let arrival: number | undefined
  let frame = 0
  let stillAt = 0
  const pointers = new Map<number, Point>()
  let drag: { node: string | null; from: Point; isBegun: boolean } | undefined
  let pressed: { node: string; at: number } | undefined

  const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  const observer = new ResizeObserver(measure)
  observer.observe(canvas)
  const abort = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    handle: (event: HTMLElementEventMap[K]) => void,
    isPassive = true,
  ) => canvas.addEventListener(name, handle, { signal: abort.signal, passive: isPassive })
  on('pointerdown', pointerDown)
  on('pointermove', pointerMove)
  on('pointerup', pointerUp)
  on('pointercancel', (event) => {
    pointers.delete(event.pointerId)
    drag = undefined
  })
  on('pointerleave', () => hover(NOTHING))
  on('wheel', wheel, false)
  measure()

  return {
    show: (next) => {
      const isFirst = scene === undefined
      scene = next
      hovered = NOTHING
      arrival = isStill() || isFirst ? undefined : performance.now()
      if (isFirst || !isPlacedByHand) showAll(isFirst)
      else keepInSight(next)
      request()
    },
    select: (node, edge) => {
      selected = { node, edge }
      request()
    },
    showAll: () => {
      isPlacedByHand = false
      showAll(false)
    },
    bringIntoView: (id) => {
      const at = nodeAt(id)
      if (at !== undefined && !isInSight(at)) moveTo({ ...camera, x: at.x, y: at.y })
    },
    zoom: (factor) => {
      isPlacedByHand = true
      moveTo(zoomedAt(camera, size, { x: size.width / 2, y: size.height / 2 }, factor))
    },
    recolour: () => {
      inks = readInks(inkBox)
      backdrop.renew()
      request()
    },
    close: () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      abort.abort()
    },
  }

  function measure(): void {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || clientHeight === 0) return
    const ratio = devicePixelRatio || 1
    size = { width: clientWidth, height: clientHeight }
    canvas.width = Math.round(clientWidth * ratio)
    canvas.height = Math.round(clientHeight * ratio)
    to.setTransform(ratio, 0, 0, ratio, 0, 0)
    if (!isPlacedByHand) showAll(true)
    // Until it is drawn anew a canvas that was measured is empty.
    draw(performance.now())
  }

  function request(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  function draw(now: number): void {
    cancelAnimationFrame(frame)
    frame = 0
    if (motion !== undefined) {
      const share = Math.min(1, (now - motion.begun) / QUICK_MS)
      camera = between(motion.from, motion.to, eased(share))
      if (share === 1) motion = undefined
    }
    const share = arrival === undefined ? 1 : Math.min(1, Math.max(0, (now - arrival) / QUICK_MS))
    if (share === 1) arrival = undefined
    if (scene === undefined) {
      to.fillStyle = inks.paper
      to.fillRect(0, 0, size.width, size.height)
      return
    }
    const isMoving = now < stillAt
    const index = drag?.isBegun === true && drag.node !== null ? scene.indexOf.get(drag.node) : undefined
    const lifted = index ?? -1
    const isWhole = backdrop.draw(
      to,
      { scene, camera, size, inks, share: eased(share), lifted },
      isMoving || motion !== undefined,
    )
    drawOver(to, {
      scene,
      camera,
      size,
      inks,
      share: eased(share),
      lifted,
      isMoving,
      selectedNode: selected.node === null ? -1 : (scene.indexOf.get(selected.node) ?? -1),
      selectedEdge: selected.edge,
      hoveredNode: hovered.node,
      hoveredEdge: hovered.edge,
    })
    if (!isWhole || motion !== undefined || arrival !== undefined || isMoving) request()
  }

  function showAll(isAtOnce: boolean): void {
    if (scene === undefined) return
    const whole = fittedTo(
      scene.nodes.map(({ at }) => at),
      size,
    )
    if (isAtOnce || isStill()) {
      camera = whole
      motion = undefined
      request()
    } else moveTo(whole)
  }

  function moveTo(next: Camera): void {
    if (isStill()) camera = next
    else motion = { from: camera, to: next, begun: performance.now() }
    request()
  }

  /** What has just come must be seen; what was seen stays where it is where that is enough. */
  function keepInSight(next: Scene): void {
    const arrived = next.nodes.filter(({ from }) => from !== null)
    if (arrived.some(({ at }) => !isInSight(at))) showAll(false)
  }

  function isInSight(at: Point): boolean {
    const x = (at.x - camera.x) * camera.scale + size.width / 2
    const y = (at.y - camera.y) * camera.scale + size.height / 2
    return x > 20 && y > 20 && x < size.width - 20 && y < size.height - 20
  }

  function nodeAt(id: string): Point | undefined {
    const index = scene?.indexOf.get(id)
    return index === undefined ? undefined : scene?.nodes[index]?.at
  }

  function placeOf(event: MouseEvent): Point {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  function under(point: Point): typeof hovered {
    if (scene === undefined) return NOTHING
    const at = toPicture(camera, size, point)
    const reach = Math.max(16, (NEAR_PX + 8) / camera.scale)
    const id = scene.ground.nearest(at, reach)
    const node = id === undefined ? -1 : (scene.indexOf.get(id) ?? -1)
    // Of thousands of lines none can be pointed at.
    if (node !== -1 || scene.edges.length > 2_000) return { node, edge: null }
    return { node, edge: edgeNear(scene, at, NEAR_PX / camera.scale)?.edge.key ?? null }
  }

  function hover(next: typeof hovered): void {
    if (next.node === hovered.node && next.edge === hovered.edge) return
    hovered = next
    canvas.style.setProperty('cursor', next.node !== -1 || next.edge !== null ? 'pointer' : 'grab')
    request()
  }

  function pointerDown(event: PointerEvent): void {
    canvas.setPointerCapture(event.pointerId)
    const point = placeOf(event)
    pointers.set(event.pointerId, point)
    const { node } = under(point)
    drag = { node: scene?.nodes[node]?.id ?? null, from: point, isBegun: false }
  }

  function pointerMove(event: PointerEvent): void {
    const point = placeOf(event)
    const was = pointers.get(event.pointerId)
    if (was === undefined) {
      hover(under(point))
      return
    }
    pointers.set(event.pointerId, point)
    const [one, other] = [...pointers.values()]
    if (one !== undefined && other !== undefined) {
      const still = point === one ? other : one
      pinch(was, point, still)
      return
    }
    if (drag === undefined) return
    if (!drag.isBegun && Math.hypot(point.x - drag.from.x, point.y - drag.from.y) < SLIP_PX) return
    drag = { ...drag, isBegun: true }
    moves()
    if (drag.node === null) camera = movedBy(camera, point.x - was.x, point.y - was.y)
    else {
      const node = scene?.nodes[scene.indexOf.get(drag.node) ?? -1]
      if (node !== undefined) node.at = toPicture(camera, size, point)
    }
    request()
  }

  function pointerUp(event: PointerEvent): void {
    const point = placeOf(event)
    pointers.delete(event.pointerId)
    const ended = drag
    drag = undefined
    if (ended === undefined) return
    if (ended.isBegun) {
      const at = ended.node === null ? undefined : nodeAt(ended.node)
      if (ended.node !== null && at !== undefined) {
        events.onPut(ended.node, at)
        backdrop.renew()
      }
      request()
      return
    }
    const found = under(point)
    const id = scene?.nodes[found.node]?.id
    if (id !== undefined) {
      const isDouble =
        pressed !== undefined && pressed.node === id && event.timeStamp - pressed.at < DOUBLE_MS
      pressed = isDouble ? undefined : { node: id, at: event.timeStamp }
      if (isDouble) events.onToggle(id)
      else events.onNode(id, event.shiftKey)
    } else if (found.edge !== null) events.onEdge(found.edge)
    else events.onNothing()
  }

  function pinch(was: Point, is: Point, still: Point): void {
    const before = Math.hypot(was.x - still.x, was.y - still.y)
    const now = Math.hypot(is.x - still.x, is.y - still.y)
    if (before > 0) camera = zoomedAt(camera, size, still, now / before)
    if (drag !== undefined) drag = { ...drag, node: null, isBegun: true }
    moves()
    request()
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const strength = event.ctrlKey ? 0.01 : 0.0016
    motion = undefined
    camera = zoomedAt(camera, size, placeOf(event), Math.exp(-event.deltaY * lines * strength))
    moves()
    request()
  }

  function moves(): void {
    isPlacedByHand = true
    motion = undefined
    stillAt = performance.now() + STILL_MS
  }
}

const NOTHING = { node: -1, edge: null } as { node: number; edge: string | null }
const DOUBLE_MS = 350
/** After the last move of a hand everything is drawn again. */
const STILL_MS = 120

function eased(share: number): number {
  return 1 - (1 - share) ** 3
}
