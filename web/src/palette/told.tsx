import { sayExactly } from '../language/dates.js'
import { t } from './words.js'

const LIST_SHOWN = 100
const DEPTH_MAX = 12

/** Any answer, name by name: always as text. */
export function Told({ value }: { readonly value: unknown }) {
  return (
    <section class="told" aria-label={t('answer')}>
      <Value value={value} depth={0} />
    </section>
  )
}

function Value({ value, depth }: { readonly value: unknown; readonly depth: number }) {
  if (value === null || value === undefined || value === '') return <span class="meta">{t('nothing')}</span>
  if (typeof value === 'boolean') return <span>{t(value ? 'yes' : 'no')}</span>
  if (typeof value !== 'object') return <ScalarTold value={value} />
  if (depth > DEPTH_MAX) return <code>…</code>
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="meta">{t('nothing')}</span>
    return (
      <ol class="told-list">
        {value.slice(0, LIST_SHOWN).map((one, index) => (
          <li key={index}>
            <Value value={one} depth={depth + 1} />
          </li>
        ))}
        {value.length > LIST_SHOWN && <li class="meta">+ {value.length - LIST_SHOWN}</li>}
      </ol>
    )
  }
  return (
    <dl class="told-fields">
      {Object.entries(value)
        .filter(([, inner]) => inner !== null && !(Array.isArray(inner) && inner.length === 0))
        .map(([name, inner]) => (
          <div key={name} class="told-field">
            <dt class="meta">{name}</dt>
            <dd>
              <Value value={inner} depth={depth + 1} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function ScalarTold({ value }: { readonly value: unknown }) {
  const text = String(value)
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)
  return <span class="verbatim">{isTime ? sayExactly(text) : text}</span>
}
