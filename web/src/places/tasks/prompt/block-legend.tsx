import { sayCount } from '../../../language/numbers.js'
import { hrefHere } from '../../../location/location.js'
import { type BlockName, familyOf, sayBlock } from './say-block.js'

interface BlockLegendProps {
  readonly blocks: readonly { readonly block: BlockName; readonly tokens: number }[]
  readonly tokens: number
  readonly current: string
}

/** What the bar is made of; pressing a line shows the items of that block alone, and once more all of them. */
export function BlockLegend({ blocks, tokens, current }: BlockLegendProps) {
  return (
    <ul class="legend">
      {blocks.map(({ block, tokens: took }) => (
        <li key={block}>
          <a
            class={current === block ? 'legend-line legend-on' : 'legend-line'}
            href={hrefHere({ block: current === block ? null : block })}
            aria-current={current === block ? 'true' : undefined}
          >
            <span class={`legend-mark family-${familyOf(block)}`} />
            <span class="clip legend-name">{sayBlock(block)}</span>
            <span>{sayCount(took)}</span>
            <span class="meta legend-share">{tokens === 0 ? 0 : Math.round((took / tokens) * 100)} %</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
