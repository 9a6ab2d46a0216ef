import { useOperation } from '../api/use-operation.js'
import { sayKindOf } from '../language/kind-words.js'
import { href } from '../location/location.js'
import { Section } from '../parts/section.js'
import { ItemLine } from './item-line.js'
import { t } from './words.js'

/** Where an item comes from, step by step up to what somebody said, and what came of it. */
export function SourceChain({ id }: { readonly id: string }) {
  const { value } = useOperation('memory.trace', { id, chain: true })
  if (value === undefined) return null
  const { item, derived, chain = [] } = value
  const said = item.turn === null ? chain.find(({ turn }) => turn !== null) : item
  return (
    <>
      <Section title={t('chain')}>
        {chain.length === 0 && <p class="meta">{t('chainNone')}</p>}
        {chain.length > 0 && (
          <ol class="chain">
            {chain.map((source) => (
              <li
                key={source.id}
                class="chain-step"
                style={{ '--depth': String(Math.min(4, source.depth - 1)) }}
              >
                <ItemLine item={source} beside={`${t(source.role)} ${sayKindOf(source)}`} />
              </li>
            ))}
          </ol>
        )}
        {said?.turn != null && (
          <a class="link meta" href={href(['tasks', said.turn.session], { on: `item:${said.id}` })}>
            {t('inConversation')}
          </a>
        )}
      </Section>
      {derived.length > 0 && (
        <Section title={t('results')} count={derived.length} isOpen={derived.length <= 5}>
          <ul class="chain">
            {derived.map((result) => (
              <li key={result.id}>
                <ItemLine item={result} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
