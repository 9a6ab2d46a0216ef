import { useOperation } from '../api/use-operation.js'
import { href, hrefHere } from '../location/location.js'
import { Ribbon } from '../parts/ribbon.js'
import { Section } from '../parts/section.js'
import { t } from './words.js'

/** The values that the key of a fact has had, as a ribbon: what holds now is filled. */
export function History({ id }: { readonly id: string }) {
  const { value } = useOperation('memory.history', { id })
  if (value === undefined) return null
  const { key, active, values } = value
  return (
    <Section title={t('history')} count={values.length}>
      {values.length < 2 ? (
        <p class="meta">{t('historyOne')}</p>
      ) : (
        <Ribbon
          label={t('history')}
          spans={values.map(({ item, from, until }) => ({
            id: item.id,
            label: item.fact?.value ?? item.text,
            from,
            until,
            isActive: item.id === active,
            href: hrefHere({ on: `item:${item.id}` }),
          }))}
        />
      )}
      {key !== null && (
        <a class="link mono" href={href('memory/facts', { key, on: `item:${id}` })}>
          {key}
        </a>
      )}
    </Section>
  )
}
