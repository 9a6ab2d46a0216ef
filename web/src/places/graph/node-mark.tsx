import './entity.css'
import type { NodeType } from './picture.js'
import { sayType } from './relation-words.js'
import { svgPath } from './shapes.js'

/** What a node looks like in the picture, beside its name: filled where it is open. */
export function NodeMark({ type, isOpen = false }: { readonly type: NodeType; readonly isOpen?: boolean }) {
  return (
    <svg
      class={`node-mark graph-ink-${type}${isOpen ? ' node-mark-open' : ''}`}
      viewBox="-8 -8 16 16"
      width="14"
      height="14"
      role="img"
      aria-label={sayType(type)}
    >
      <path d={svgPath(type, 5.6)} />
    </svg>
  )
}
