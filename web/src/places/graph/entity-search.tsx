import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { sayCount } from '../../language/numbers.js'
import './entity.css'
import { NodeMark } from './node-mark.js'
import { typeOf } from './picture.js'
import { sayNode, t } from './words.js'

export type FoundEntity = OutputOf<'memory.entities'>['entities'][number]

export interface EntitySearchProps {
  readonly label: string
  readonly onPick: (entity: FoundEntity) => void
  /** The one that cannot be picked. */
  readonly except?: string
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean
  /** Takes the focus by `/`. */
  readonly inputRef?: { current: HTMLInputElement | null }
}

const TYPING_MS = 140

/** Finds someone or something by any part of a name, while one types. */
export function EntitySearch({ label, onPick, except, isFirst, inputRef }: EntitySearchProps) {
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [])
  const { value } = useOperation('memory.entities', asked === '' ? null : { contains: asked, limit: 12 })
  const found = asked === '' ? [] : (value?.entities ?? []).filter((one) => one.id !== except)
  const isShown = isOpen && asked !== '' && value !== undefined
  const pick = (one: FoundEntity | undefined) => {
    if (one === undefined) return
    setTyped('')
    setAsked('')
    setOpen(false)
    onPick(one)
  }
  const keys = new Map<string, () => void>([
    ['ArrowDown', () => setAt(Math.min(found.length - 1, at + 1))],
    ['ArrowUp', () => setAt(Math.max(0, at - 1))],
    ['Enter', () => pick(found[at] ?? found[0])],
    ['Escape', () => (typed === '' ? input.current?.blur() : setTyped(''))],
  ])
  return (
    <div class="entity-search">
      <label class="only-heard" for={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        class="field-input"
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-found`}
        aria-activedescendant={isShown && found[at] !== undefined ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder={label}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          const act = event.isComposing ? undefined : keys.get(event.key)
          if (act === undefined) return
          event.preventDefault()
          event.stopPropagation()
          act()
        }}
      />
      <div id={`${id}-found`} class="entity-found" role="listbox" aria-label={label} hidden={!isShown}>
        {found.map((one, index) => (
          <div
            key={one.id}
            id={`${id}-${index}`}
            class={index === at ? 'entity-option entity-option-on' : 'entity-option'}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => {
              // The field keeps the focus until it is picked.
              event.preventDefault()
              pick(one)
            }}
          >
            <NodeMark type={typeOf(one)} />
            <span class="graph-name clip">{sayNode(one)}</span>
            {one.aliases.length > 0 && <span class="meta clip">{one.aliases.join(' · ')}</span>}
            <span class="graph-count">{sayCount(one.relations)}</span>
          </div>
        ))}
        {isShown && found.length === 0 && <div class="entity-option meta">{t('nobody')}</div>}
      </div>
    </div>
  )
}
