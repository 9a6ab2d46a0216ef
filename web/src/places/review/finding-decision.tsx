import type { InputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { ItemLine } from '../../inspector/item-line.js'
import { sayCount } from '../../language/numbers.js'
import { sayList } from '../../language/say-list.js'
import { hrefHere } from '../../location/location.js'
import type { EntryOf } from './entry.js'
import { sayFound } from './say-found.js'
import { Side, SideItem, Sides } from './sides.js'
import { t } from './words.js'

/** What should be tidied up: what it is about, why, and what would go. */
export function FindingDecision({ entry }: { readonly entry: EntryOf<'hygiene'> }) {
  const { finding, items, entities, accept } = entry
  const found = sayFound(finding.what)
  const target = accept?.isDestructive ? (accept.call.input as InputOf<'memory.forget'>) : null
  return (
    <>
      {found !== '' && (
        <p class="decision-why">
          <span class="meta">{t('found')}</span> {found}
        </p>
      )}
      {entities.length > 0 && (
        <Sides>
          {entities.map(({ id, name }, index) => (
            <EntitySide
              key={id}
              id={id}
              name={name}
              label={
                finding.action === 'merge_entities'
                  ? t(index === 0 ? 'stayEntity' : 'becomesPart')
                  : undefined
              }
            />
          ))}
        </Sides>
      )}
      {items.length === 1 && items[0] !== undefined && <SideItem item={items[0]} />}
      {items.length > 1 && (
        <Sides>
          {inTime(finding.kind, items).map((item, index) => (
            <Side
              key={item.id}
              label={labelOf(finding.kind, index)}
              isAsked={item.id === accept?.call.input['id']}
            >
              <SideItem item={item} />
            </Side>
          ))}
        </Sides>
      )}
      {target !== null && <WhatGoes target={target} />}
    </>
  )
}

type Kind = EntryOf<'hygiene'>['finding']['kind']

/** The one to keep comes first; of likings that is the newer one. */
function inTime<T>(kind: Kind, items: readonly T[]): readonly T[] {
  return kind === 'near_duplicate' ? items : items.toReversed()
}

function labelOf(kind: Kind, index: number): string {
  if (kind === 'near_duplicate') return t(index === 0 ? 'earlier' : 'later')
  return t(index === 0 ? 'older' : 'newer')
}

interface EntitySideProps {
  readonly id: string
  readonly name: string
  readonly label: string | undefined
}

/** Someone or something, with what is known of it. */
function EntitySide({ id, name, label }: EntitySideProps) {
  const { value } = useOperation('memory.entity', { id })
  const others = (value?.names ?? []).map((one) => one.name).filter((one) => one !== name)
  return (
    <Side label={label}>
      <a class="side-says" href={hrefHere({ on: `entity:${id}` })}>
        {name}
      </a>
      {value !== undefined && (
        <>
          <p class="side-meta meta">
            <span>{t('mentions', value.entity.mentions)}</span>
            <span>{t('relations', value.entity.relations)}</span>
            {others.length > 0 && <span>{t('alsoCalled', sayList(others))}</span>}
          </p>
          <ul class="side-sources">
            {value.facts.slice(0, FACTS_SHOWN).map((fact) => (
              <li key={fact.id} class="meta">
                {fact.text}
              </li>
            ))}
            {value.items.slice(0, FACTS_SHOWN).map((item) => (
              <li key={item.id}>
                <a class="side-line clip" href={hrefHere({ on: `item:${item.id}` })}>
                  {item.text}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Side>
  )
}

const FACTS_SHOWN = 3
const GOING_SHOWN = 8

/** What would be forgotten, with everything that rests on it alone. */
function WhatGoes({ target }: { readonly target: InputOf<'memory.forget'> }) {
  const { value } = useOperation('memory.forget', { ...target, preview: true })
  if (value === undefined || !value.preview) return null
  const { items, isComplete } = value
  return (
    <section class="what-goes">
      <h3 class="side-label">
        {t('willGo')} · {sayCount(items.length)}
        {!isComplete && '+'}
      </h3>
      <ul>
        {items.slice(0, GOING_SHOWN).map((item) => (
          <li key={item.id}>
            <ItemLine item={item} />
          </li>
        ))}
      </ul>
      {items.length > GOING_SHOWN && <p class="meta">{t('willGoMore')}</p>}
    </section>
  )
}
