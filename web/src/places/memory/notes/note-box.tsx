import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { may, whose } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import { asProblem } from '../../../api/problem.js'
import { useOperation } from '../../../api/use-operation.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href, setParams } from '../../../location/location.js'
import { deselect, isSelected, select } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { confirm } from '../../../parts/confirm.js'
import { Field } from '../../../parts/field.js'
import { notify, notifyProblem } from '../../../parts/notice.js'
import { keepNote, keptNote } from './note-draft.js'
import { tagsIn } from './tags-in.js'
import { t } from './words.js'

export interface NoteBoxProps {
  /** What stands in it, which filters the list as well. */
  readonly text: string
  readonly onText: (text: string) => void
  /** The tag that is looked at: a new note gets it. */
  readonly tag: string
  /** The id of a note that is written anew; '' for none. */
  readonly editing: string
  readonly children?: ComponentChildren
}

/** Finds while one types, and keeps what was typed: `/` goes into it, Ctrl and Enter keep. */
export function NoteBox({ text, onText, tag, editing, children }: NoteBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [tags, setTags] = useState(tag)
  const [isForgotten, setIsForgotten] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const canKeep = may('memory.write')
  const of = whose.value
  const edited = useOperation('memory.get', editing === '' || !canKeep ? null : { id: editing })
  const [own, setOwn] = useState<string>()
  useEffect(() => setTags(tag), [tag])
  useEffect(() => {
    setOwn(edited.value && (keptNote(editing, of) || edited.value.text))
    if (edited.value !== undefined) setTags(edited.value.tags.join(' '))
  }, [edited.value?.id, of])

  const isEdit = editing !== '' && own !== undefined
  const written = isEdit ? own : text
  const write = (value: string) => {
    setIsForgotten(false)
    if (isEdit) {
      setOwn(value)
      keepNote(editing, of, value === edited.value?.text ? '' : value)
    } else onText(value)
  }
  const focus = () => box.current?.querySelector('textarea')?.focus()
  const clear = () => {
    if (isEdit) keepNote(editing, of, '')
    else onText('')
    setOwn(undefined)
    setTags(tag)
    setParams({ edit: null, contains: null })
    box.current?.querySelector('textarea')?.blur()
  }
  /** Leaves; what was written and is kept nowhere can be had back. */
  const leave = () => {
    const isLost = canKeep && written.trim() !== '' && (!isEdit || written !== edited.value?.text)
    clear()
    if (!isLost) return
    notify(t('discarded'), {
      undo: async () => {
        keepNote(isEdit ? editing : 'new', of, written)
        if (!isEdit) onText(written)
        go(href('memory/notes', isEdit ? { edit: editing, on: `item:${editing}` } : { tag }))
      },
    })
  }
  const keep = async (again = false) => {
    if (!canKeep || isBusy || written.trim() === '' || (isEdit && written === edited.value?.text)) return
    setIsBusy(true)
    try {
      const input = { text: written, tags: [...tagsIn(tags)], ...(again ? { again: true } : {}) }
      const { id, outcome, facts } = await call('memory.capture', input)
      noticeChange()
      if (outcome === 'added') notify(t('kept', facts.length), { undo: () => forgetAgain(id) })
      else notify(outcome === 'repeated' ? t('repeated') : t('proposed'))
      const old = isEdit && outcome === 'added' ? editing : ''
      clear()
      if (outcome !== 'proposed') select('item', id)
      if (old !== '') await offerToForget(old)
    } catch (error) {
      const problem = asProblem(error)
      if (problem.code === 'conflict' && /forgotten/.test(problem.message)) setIsForgotten(true)
      else notifyProblem(problem)
    } finally {
      setIsBusy(false)
    }
  }
  useKeys({ search: focus, create: focus })

  return (
    <div class="note-box" ref={box}>
      {isEdit && <p class="meta">{t('editing')}</p>}
      <div class="note-box-line">
        <div class="grow">
          <Field
            key={isEdit ? editing : 'new'}
            label={t(canKeep ? 'box' : 'find')}
            isLabelHidden
            placeholder={`${t(canKeep ? 'box' : 'find')}  ( / )`}
            rows={rowsOf(written)}
            value={written}
            isFirst={isEdit}
            onInput={write}
            onEnter={() => void keep()}
            onEscape={leave}
          />
        </div>
        {(written.trim() === '' || !canKeep) && children}
      </div>
      {written.trim() !== '' && canKeep && (
        <div class="note-box-line">
          <div class="grow">
            <Field
              label={t('tags')}
              isLabelHidden
              placeholder={`${t('tags')}: ${t('tagsHint')}`}
              value={tags}
              onInput={setTags}
              onEnter={() => void keep()}
            />
          </div>
          {isEdit && (
            <Button kind="quiet" onClick={leave}>
              {t('cancel')}
            </Button>
          )}
          <Button kind="primary" keyHint="Ctrl ⏎" isDisabled={isBusy} onClick={() => void keep()}>
            {isEdit ? t('saveEdit') : t('keep')}
          </Button>
        </div>
      )}
      {isForgotten && (
        <p role="alert">
          {t('forgottenBefore')}{' '}
          <button type="button" class="link" onClick={() => void keep(true)}>
            {t('again')}
          </button>
        </p>
      )}
    </div>
  )
}

/** Grows with what is written, up to a third of what one sees. A field of several lines takes Enter as a new line. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 80), 0)
  return Math.min(10, Math.max(2, lines))
}

async function forgetAgain(id: string): Promise<void> {
  if (isSelected('item', id)) deselect()
  await call('memory.forget', { id })
  noticeChange()
}

/** A note that was written anew may go, with what was read out of it: only when one says so. */
async function offerToForget(id: string): Promise<void> {
  const plan = await call('memory.forget', { id, preview: true })
  const items = plan.preview ? plan.items : []
  const isSure = await confirm({
    title: t('forgetOld'),
    body: (
      <>
        <p>{t('forgetOldBody', items.length)}</p>
        {items.map((item) => (
          <p key={item.id} class="clip">
            {item.text}
          </p>
        ))}
      </>
    ),
    action: t('forgetOldAction'),
  })
  if (isSure) await forgetAgain(id)
}
