import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { sayKey } from '../keys/key-map.js'
import { Icon } from '../parts/icon.js'
import type { Choice } from './commands.js'
import { t } from './words.js'

export interface ChoicesProps {
  readonly typed: string
  readonly onInput: (typed: string) => void
  readonly choices: readonly Choice[]
}

/** A field, and below it what fits; arrows move, Enter chooses. */
export function Choices({ typed, onInput, choices }: ChoicesProps) {
  const id = useId()
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const chosen = Math.min(at, choices.length - 1)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => setAt(0), [typed])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen, choices])
  const pressed = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (by === 0) choices[chosen]?.choose()
    else setAt((chosen + by + choices.length) % Math.max(1, choices.length))
  }
  return (
    <>
      <input
        ref={field}
        class="palette-input"
        role="combobox"
        aria-label={t('title')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length === 0 ? undefined : `${id}-${chosen}`}
        placeholder={t('ask')}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      <div ref={list} id={`${id}-list`} class="palette-list" role="listbox" aria-label={t('results')}>
        {choices.map((choice, index) => (
          <div
            key={choice.id}
            id={`${id}-${index}`}
            class="palette-choice"
            role="option"
            aria-selected={index === chosen}
            onClick={choice.choose}
            onPointerMove={() => index !== chosen && setAt(index)}
          >
            {choice.icon && <Icon name={choice.icon} />}
            <span class="palette-label clip">{choice.label}</span>
            {choice.hint && <span class="meta mono clip">{choice.hint}</span>}
            {choice.key && <kbd class="key">{sayKey(choice.key)}</kbd>}
            {choices[index - 1]?.group !== choice.group && (
              <span class="palette-group meta">{t(choice.group)}</span>
            )}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="palette-none meta">{t('none')}</p>}
    </>
  )
}
