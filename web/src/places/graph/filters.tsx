import { setParams } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Icon } from '../../parts/icon.js'
import { Menu } from '../../parts/menu.js'
import { Select } from '../../parts/select.js'
import { sayTrust } from '../../parts/trust.js'
import { NodeMark } from './node-mark.js'
import type { NodeType } from './picture.js'
import { sayRelation, sayType } from './relation-words.js'
import { countRelations, countTypes, trustLevels } from './shown.js'
import { picture } from './use-picture.js'
import { setFilter, viewState } from './view-state.js'
import { t } from './words.js'

/** What of the picture is seen; the kinds are the legend as well. */
export function Filters() {
  const { hiddenTypes, hiddenRelations, trust, hasPast } = viewState.value
  const types = countTypes(picture.value)
  const relations = countRelations(picture.value)
  const isFiltered = hiddenTypes.size + hiddenRelations.size > 0 || trust !== 'untrusted' || !hasPast
  return (
    <div class="graph-filters">
      <div class="graph-legend" role="group" aria-label={t('types')}>
        {[...types].map(([type, count]) => (
          <button
            key={type}
            type="button"
            class="graph-kind"
            aria-pressed={!hiddenTypes.has(type)}
            onClick={() => setFilter('hide', toggled(hiddenTypes, type))}
          >
            <NodeMark type={type as NodeType} isOpen={!hiddenTypes.has(type)} />
            {sayType(type as NodeType)} <span class="meta">{count}</span>
          </button>
        ))}
      </div>
      <Menu
        label={t('filters')}
        button={
          <span class={isFiltered ? 'graph-filter graph-filter-on' : 'graph-filter'}>
            <Icon name="filter" /> {t('filters')}
          </span>
        }
      >
        <div class="graph-filter-box">
          <Select
            label={t('trust')}
            value={trust}
            options={trustLevels.map((value) => ({ value, label: sayTrust(value) }))}
            onChange={(value) => setParams({ trust: value === 'untrusted' ? null : value })}
          />
          <label class="graph-check">
            <input
              type="checkbox"
              checked={hasPast}
              onChange={(event) => setParams({ past: event.currentTarget.checked ? null : 'no' })}
            />
            {t('past')}
          </label>
          <fieldset class="graph-checks">
            <legend class="meta">{t('relationTypes')}</legend>
            {[...relations].map(([type, count]) => (
              <label key={type} class="graph-check">
                <input
                  type="checkbox"
                  checked={!hiddenRelations.has(type)}
                  onChange={() => setFilter('without', toggled(hiddenRelations, type))}
                />
                {sayRelation(type)} <span class="meta">{count}</span>
              </label>
            ))}
          </fieldset>
          {isFiltered && (
            <Button onClick={() => setParams({ hide: null, without: null, trust: null, past: null })}>
              {t('clear')}
            </Button>
          )}
        </div>
      </Menu>
    </div>
  )
}

function toggled(values: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(values)
  if (!next.delete(value)) next.add(value)
  return next
}
