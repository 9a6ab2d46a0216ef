import { type KeyId, sayKey } from '../../keys/key-map.js'
import { href } from '../../location/location.js'
import { Icon, type IconName } from '../../parts/icon.js'
import { t } from './words.js'

/** Where one goes from here. */
export function Onward() {
  return (
    <nav class="overview-part" aria-label={t('onward')}>
      <h2 class="overview-title">{t('onward')}</h2>
      <ul class="onward">
        {ways.map(({ word, icon, to, key }) => (
          <li key={to}>
            <a class="onward-way" href={href(to)}>
              <Icon name={icon} />
              <span class="row-grow">{t(word)}</span>
              {key !== undefined && (
                <span class="key" aria-hidden="true">
                  {sayKey(key)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface Way {
  readonly word: 'ask' | 'note' | 'aboutYou' | 'inPrompts' | 'whoKnows' | 'moreIn'
  readonly icon: IconName
  readonly to: string
  readonly key?: KeyId
}

const ways: readonly Way[] = [
  { word: 'ask', icon: 'search', to: 'search', key: 'search' },
  { word: 'note', icon: 'pen', to: 'memory/notes' },
  { word: 'aboutYou', icon: 'memory', to: 'memory/facts', key: 'goMemory' },
  { word: 'inPrompts', icon: 'pin', to: 'memory/core' },
  { word: 'whoKnows', icon: 'graph', to: 'graph', key: 'goGraph' },
  { word: 'moreIn', icon: 'upload', to: 'system/import' },
]
