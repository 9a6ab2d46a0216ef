import { computed } from '@preact/signals'
import { sayKey } from '../keys/key-map.js'
import { href, path } from '../location/location.js'
import { Icon } from '../parts/icon.js'
import { places } from '../places.js'
import './rail.css'
import { t } from './words.js'

export const currentPlace = computed(() => places.find(({ id }) => id === path.value[0]) ?? null)

/** The places, and how much waits in one of them. */
export function Rail({ waiting }: { readonly waiting: number }) {
  return (
    <nav class="rail" aria-label={t('places')}>
      <ul class="rail-places">
        {places.map(({ id, icon, key }) => (
          <li key={id}>
            <a
              class="rail-place"
              href={href(id)}
              aria-current={currentPlace.value?.id === id ? 'page' : undefined}
              title={`${t(id)} (${sayKey(key)})`}
            >
              <Icon name={icon} />
              <span class="rail-name">{t(id)}</span>
              {id === 'review' && waiting > 0 && (
                <span class="rail-count">
                  {waiting > 99 ? '99+' : waiting}
                  <span class="only-heard"> {t('waiting', waiting)}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
