import { sayKind } from '../../../language/kind-words.js'
import { sayCount } from '../../../language/numbers.js'
import { hrefHere, param } from '../../../location/location.js'
import { Section } from '../../../parts/section.js'
import { Trust } from '../../../parts/trust.js'
import { type BlockName, type PromptItem, sayBlock, sayReasonCode } from './say-block.js'
import { t } from './words.js'

interface PromptItemsProps {
  readonly items: readonly PromptItem[]
  /** Only of this block; '' of all. */
  readonly block: string
}

/** Everything that was thought of for a prompt, block by block: in or out, and why. */
export function PromptItems({ items, block }: PromptItemsProps) {
  const given = param('only')
  const only = given === 'in' || given === 'out' ? given : 'all'
  const ofBlock = items.filter((item) => block === '' || item.block === block)
  const count = (isIn: boolean) => ofBlock.filter(({ reason }) => (reason === 'placed') === isIn).length
  const shown = ofBlock.filter(({ reason }) => only === 'all' || (reason === 'placed') === (only === 'in'))
  const blocks = [...new Set(shown.map((item) => item.block))]
  return (
    <div class="prompt-items">
      <nav class="prompt-only" aria-label={t('only')}>
        {(['all', 'in', 'out'] as const).map((which) => (
          <a
            key={which}
            class="prompt-which"
            href={hrefHere({ only: which === 'all' ? null : which })}
            aria-current={only === which ? 'true' : undefined}
          >
            {t(which)} <span class="meta">{which === 'all' ? ofBlock.length : count(which === 'in')}</span>
          </a>
        ))}
      </nav>
      {shown.length === 0 && <p class="meta prompt-none">{t('none')}</p>}
      {blocks.map((name) => (
        <BlockItems key={name} block={name} items={shown.filter((item) => item.block === name)} />
      ))}
    </div>
  )
}

function BlockItems({ block, items }: { readonly block: BlockName; readonly items: readonly PromptItem[] }) {
  return (
    <Section title={sayBlock(block)} count={items.length}>
      <ul class="prompt-list">
        {items.map((item, index) => (
          <li key={`${item.id} ${index}`}>
            <PromptLine {...item} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type PromptLineProps = Pick<PromptItem, 'id' | 'reason' | 'by' | 'about' | 'tokens' | 'item'>

/** One of them: what it says, and why it is where it is. What is forgotten by now has no words left. */
function PromptLine({ id, reason, by, about, tokens, item }: PromptLineProps) {
  const isIn = reason === 'placed'
  const text = about ?? (id.startsWith('caller:') ? t('caller') : t('noWords'))
  const line = (
    <>
      {item === null ? <span class="prompt-unknown">·</span> : <Trust of={item.trust} />}
      <span class="prompt-text">
        <span class={about === null ? 'clip meta' : 'clip'}>{text}</span>
        <span class="meta">
          {item !== null && `${sayKind(item.kind)} · `}
          {isIn ? t('tokens', sayCount(tokens)) : <span class="prompt-why">{sayReasonCode(reason)}</span>}
        </span>
      </span>
    </>
  )
  return (
    <div class={isIn ? 'prompt-item' : 'prompt-item prompt-out'}>
      {item === null ? (
        <span class="item-line">{line}</span>
      ) : (
        <a class="item-line" href={hrefHere({ on: `item:${id}` })}>
          {line}
        </a>
      )}
      {by !== null && (
        <a class="link meta prompt-by" href={hrefHere({ on: `item:${by}` })}>
          {t('by')}
        </a>
      )}
    </div>
  )
}
