import { useEffect, useRef } from 'preact/hooks'
import { sayKey } from '../../keys/key-map.js'
import { useKeys } from '../../keys/use-keys.js'
import { takeSearchWanted } from '../../location/search-wanted.js'
import { Button } from '../../parts/button.js'
import { Icon } from '../../parts/icon.js'
import { t } from './words.js'

export interface QuestionProps {
  readonly typed: string
  readonly onInput: (typed: string) => void
  readonly isLoading: boolean
}

/** The field of the question: `/` goes there, Escape leaves it for the answers. */
export function Question({ typed, onInput, isLoading }: QuestionProps) {
  const field = useRef<HTMLInputElement>(null)
  useKeys({ search: () => field.current?.select() })
  useEffect(() => {
    // On a phone the keyboard would cover what there is to see; over a link one comes to look, and j and k move.
    if (takeSearchWanted() && typed === '' && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  return (
    <search class="question" aria-busy={isLoading}>
      <Icon name="search" />
      <input
        ref={field}
        class="question-input"
        type="search"
        aria-label={t('ask')}
        placeholder={t('ask')}
        autocomplete="off"
        enterkeyhint="search"
        value={typed}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault()
            toAnswers(field.current)
          }
        }}
      />
      {typed === '' ? (
        <span class="key" aria-hidden="true">
          {sayKey('search')}
        </span>
      ) : (
        <Button
          kind="quiet"
          icon="close"
          label={t('clear')}
          onClick={() => {
            onInput('')
            field.current?.focus()
          }}
        />
      )}
    </search>
  )
}

function toAnswers(field: HTMLInputElement | null): void {
  field?.blur()
  document.querySelector<HTMLElement>('#main [role="listbox"]')?.focus()
}
