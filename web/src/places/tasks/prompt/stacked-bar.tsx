import { sayCount } from '../../../language/numbers.js'
import { barParts } from './bar-parts.js'
import { type BlockName, familyOf, sayBlock } from './say-block.js'
import { t } from './words.js'

interface StackedBarProps {
  readonly blocks: readonly { readonly block: BlockName; readonly tokens: number }[]
  readonly budget: number
  /** The block that is looked at; the others fade. */
  readonly current?: string
}

/** The budget as one bar: every block as wide as the tokens it took, in the order of the prompt; what is empty was left. */
export function StackedBar({ blocks, budget, current = '' }: StackedBarProps) {
  const parts = barParts(blocks, budget)
  const told = parts.map(({ block, tokens }) => `${sayBlock(block)} ${sayCount(tokens)}`).join(', ')
  return (
    <div class="stack" role="img" aria-label={`${t('bar')}: ${told}`}>
      {parts.map(({ block, tokens, share }) => (
        <span
          key={block}
          class={`stack-part family-${familyOf(block)}${current === '' || current === block ? '' : ' stack-faded'}`}
          title={`${sayBlock(block)}: ${sayCount(tokens)}`}
          style={{ '--share': String(share) }}
        />
      ))}
    </div>
  )
}
