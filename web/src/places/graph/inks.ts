import type { NodeType } from './picture.js'
import { nodeTypes } from './shapes.js'

/** The colours of the theme, as a canvas takes them. */
export interface Inks {
  readonly paper: string
  readonly text: string
  readonly meta: string
  readonly edge: string
  readonly edgeOver: string
  readonly accent: string
  readonly font: string
  readonly types: Readonly<Record<NodeType, string>>
  readonly fills: Readonly<Record<NodeType, string>>
}

/** Named colours that a style sheet gives: only an element's own colour is told as it is seen, theme and all. */
export const inkNames = [
  'paper',
  'text',
  'meta',
  'edge',
  'edge-over',
  'accent',
  ...nodeTypes,
  ...nodeTypes.map((type) => `${type}-fill`),
] as const

/** @param box holds one element for each of the names, with the class `graph-ink-NAME` */
export function readInks(box: HTMLElement): Inks {
  const ink = (name: string) => {
    const element = box.querySelector(`.graph-ink-${name}`)
    return element === null ? '#888' : getComputedStyle(element).color
  }
  const each = (ending: string) =>
    Object.fromEntries(nodeTypes.map((type) => [type, ink(`${type}${ending}`)])) as Record<NodeType, string>
  return {
    paper: ink('paper'),
    text: ink('text'),
    meta: ink('meta'),
    edge: ink('edge'),
    edgeOver: ink('edge-over'),
    accent: ink('accent'),
    font: getComputedStyle(box).fontFamily,
    types: each(''),
    fills: each('-fill'),
  }
}
