import { useEffect, useRef, useState } from 'preact/hooks'
import { whose } from '../../../api/caller.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { usePages } from '../../../api/use-pages.js'
import { param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Empty } from '../../../parts/empty.js'
import { Highlight } from '../../../parts/highlight.js'
import { List } from '../../../parts/list.js'
import { Select } from '../../../parts/select.js'
import { Time } from '../../../parts/time.js'
import { Trust } from '../../../parts/trust.js'
import { Waiting } from '../facts/fact-list.js'
import { MemoryFrame } from '../memory-frame.js'
import { NoteBox } from './note-box.js'
import { filterIn, keepNote, keptNote } from './note-draft.js'
import './notes.css'
import { t } from './words.js'

type Note = OutputOf<'memory.thoughts'>['items'][number]

/** Everything noted, the newest first. One box finds notes and writes them: what nobody noted yet is a key away. */
export function NotesTab() {
  const tag = param('tag')
  const of = whose.value
  const [text, setText] = useState('')
  const write = (written: string) => {
    setText(written)
    keepNote('new', of, written)
  }
  // Back and links bring a filter; what is only being written stays out of the address and of the browser's history.
  useEffect(
    () => setText((was) => (filterIn(was) === param('contains') ? was : param('contains'))),
    [param('contains')],
  )
  // After it, so that what was left unkept is there again on coming back.
  const before = useRef('')
  useEffect(() => {
    // What was typed before it was known who writes stays.
    const isFirst = before.current === '' && of !== ''
    before.current = of
    setText((was) => (isFirst && was !== '' ? was : param('contains') || keptNote('new', of)))
  }, [of])
  const contains = useSettled(filterIn(text))
  const tags = useOperation('memory.stats', {}).value?.tags ?? []
  const question = {
    limit: 100,
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(contains === '' ? {} : { contains }),
  }
  const pages = usePages('memory.thoughts', [question], {
    read: ({ items, next }) => ({ rows: items as readonly Note[], next }),
    keyOf: ({ id }) => id,
    field: 'before',
  })
  return (
    <MemoryFrame tab="notes">
      <NoteBox text={text} onText={write} tag={tag} editing={param('edit')}>
        {tags.length > 0 && (
          <Select
            label={t('tagged')}
            isLabelHidden
            value={tag}
            options={[
              { value: '', label: t('all') },
              ...tags.map(({ tag: value, notes }) => ({ value, label: `#${value} ${notes}` })),
            ]}
            onChange={(value) => setParams({ tag: value })}
          />
        )}
      </NoteBox>
      {pages.rows === undefined ? (
        <Waiting pages={pages} />
      ) : (
        <List
          label={t('listLabel')}
          rows={pages.rows}
          keyOf={({ id }) => id}
          rowHeight={({ text: said }) => (said.length > LINE_CHARS ? 76 : 56)}
          row={(note) => <NoteRow note={note} />}
          selected={selection.value?.id ?? null}
          onSelect={({ id }) => {
            // Something was found by it: now it is a filter.
            setParams({ contains: filterIn(text) })
            select('item', id)
          }}
          onEnd={pages.more}
          empty={
            contains === '' && tag === '' ? (
              <Empty title={t('noNotes')} hint={t('noNotesHint')} />
            ) : (
              <Empty title={t('noneFound')} hint={contains === '' ? undefined : t('noneFoundHint')} />
            )
          }
        />
      )}
    </MemoryFrame>
  )
}

/** Longer notes are shown on two lines. */
const LINE_CHARS = 90
const SETTLE_MS = 200

function NoteRow({ note }: { readonly note: Note }) {
  return (
    <div class="row-two note-row">
      <div class="note-line">
        <Trust of={note.trust} />
        <span class={note.text.length > LINE_CHARS ? 'note-text note-long' : 'note-text clip'}>
          <Highlight text={note.text} spans={note.matched} maxChars={300} />
        </span>
      </div>
      <div class="row-line meta note-meta">
        <span class="row-grow clip">{note.tags.map((tag) => `#${tag}`).join(' ')}</span>
        <Time at={note.occurredAt ?? note.recordedAt} />
      </div>
    </div>
  )
}

/** What was typed, once the fingers rest. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
