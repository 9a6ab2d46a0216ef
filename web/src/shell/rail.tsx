import { computed } from '@preact/signals'
import { sayKey } from '../keys/key-map.js'
import { href, path } from '../location/location.js'
import { Icon } from '../parts/icon.js'
import { Menu } from '../parts/menu.js'
import { type Place, type PlaceId, places, placesOffered } from '../places.js'
import { AccountChoices, AccountMenu } from './account-menu.js'
import { isNarrow } from './narrow.js'
import './rail.css'
import { t } from './words.js'

export const currentPlace = computed(() => places.find(({ id }) => id === path.value[0]) ?? null)

/** On a phone these stand at the thumb; the others one press further. */
const nearest: readonly PlaceId[] = ['search', 'memory', 'review', 'tasks']

/** The places, and how much waits in one of them. */
export function Rail({ waiting }: { readonly waiting: number }) {
  const offered = placesOffered()
  const near = isNarrow.value ? offered.filter(({ id }) => nearest.includes(id)) : offered
  const far = offered.filter((place) => !near.includes(place))
  return (
    <nav class="rail" aria-label={t('places')}>
      <ul class="rail-places">
        {near.map((place) => (
          <li key={place.id}>
            <PlaceLink place={place} waiting={waiting} />
          </li>
        ))}
        {far.length > 0 && (
          <li class="rail-more">
            <Menu
              label={t('more')}
              button={
                <>
                  <Icon name="menu" />
                  <span class="rail-name">{t('more')}</span>
                </>
              }
            >
              {far.map(({ id, icon }) => (
                <a key={id} class="menu-item" href={href(id)} data-closes aria-current={isCurrent(id)}>
                  <Icon name={icon} />
                  {t(id)}
                </a>
              ))}
              <AccountChoices />
            </Menu>
          </li>
        )}
      </ul>
      {far.length === 0 && (
        <div class="rail-foot">
          <AccountMenu />
        </div>
      )}
    </nav>
  )
}

function PlaceLink({
  place: { id, icon, key },
  waiting,
}: {
  readonly place: Place
  readonly waiting: number
}) {
  return (
    <a class="rail-place" href={href(id)} aria-current={isCurrent(id)} title={`${t(id)} (${sayKey(key)})`}>
      <Icon name={icon} />
      <span class="rail-name">{t(id)}</span>
      {id === 'review' && waiting > 0 && (
        <span class="rail-count">
          {waiting > 99 ? '99+' : waiting}
          <span class="only-heard"> {t('waiting')}</span>
        </span>
      )}
    </a>
  )
}

function isCurrent(id: PlaceId): 'page' | undefined {
  return currentPlace.value?.id === id ? 'page' : undefined
}
