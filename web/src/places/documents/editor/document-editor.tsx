import { useEffect, useMemo, useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { may, whose } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import { asProblem, type Problem } from '../../../api/problem.js'
import { departures } from '../../../api/session.js'
import { sayKey } from '../../../keys/key-map.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href, param, setParams } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { Field } from '../../../parts/field.js'
import { Markdown } from '../../../parts/markdown.js'
import { notify, notifyProblem } from '../../../parts/notice.js'
import { Page as Frame } from '../../../parts/page.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import type { LibraryDocument } from '../document.js'
import '../documents.css'
import { t } from '../words.js'
import { EditConflict } from './edit-conflict.js'
import { TEXT_MAX_CHARS, wholeText } from './whole-text.js'

interface Base {
  readonly document: LibraryDocument
  /** null: too long to be edited here. */
  readonly text: string | null
}

/** What was written and not saved, also when one comes back to it on this page. */
const drafts = new Map<string, { readonly base: Base; readonly text: string }>()

departures.subscribe(() => drafts.clear())

/** The latest version as text beside how it reads. Saved, it becomes the next version, which waits for review. */
export function DocumentEditor({ id }: { readonly id: string }) {
  const of = whose.value
  return of === '' ? null : <Editor key={of} id={id} of={of} />
}

function Editor({ id, of }: { readonly id: string; readonly of: string }) {
  const key = `${of} ${id}`
  const [base, setBase] = useState<Base | undefined>(drafts.get(key)?.base)
  const [text, setText] = useState(drafts.get(key)?.text ?? '')
  const [there, setThere] = useState<Base>()
  const [problem, setProblem] = useState<Problem>()
  const [isSaving, setSaving] = useState(false)
  const load = () => {
    setProblem(undefined)
    wholeText(id).then(
      (loaded) => {
        setBase(loaded)
        setText(loaded.text ?? '')
      },
      (error) => setProblem(asProblem(error)),
    )
  }
  useEffect(() => {
    if (base === undefined) load()
  }, [])
  const isChanged = base !== undefined && base.text !== null && text !== base.text
  useEffect(() => {
    if (base !== undefined && isChanged) drafts.set(key, { base, text })
    else drafts.delete(key)
  }, [text, base, isChanged])
  const leave = () => go(href(`documents/${id}`))
  const save = async () => {
    if (base === undefined || !isChanged || isSaving || !may('knowledge.write')) return
    setSaving(true)
    const { shelf, revision, title, published } = base.document
    try {
      await call('knowledge.edit', {
        document: id,
        shelf,
        content: text,
        revision,
        keepPublished: published !== null,
      })
      drafts.delete(key)
      noticeChange()
      notify(t('saved', title))
      leave()
    } catch (error) {
      const { code } = asProblem(error)
      if (code === 'changed' || code === 'conflict') await lookAgain(error)
      else notifyProblem(error)
    } finally {
      setSaving(false)
    }
  }
  /** Somebody else was faster, or it was deleted before: only the first leaves something to compare. */
  const lookAgain = async (error: unknown) => {
    const now = await wholeText(id).catch(() => undefined)
    if (now === undefined || now.document.revision === base?.document.revision) notifyProblem(error)
    else setThere(now)
  }
  useKeys({ save: () => void save(), close: leave })
  const preview = useRested(text)
  const isPreview = param('view') === 'preview'
  if (base === undefined) {
    return (
      <Frame title={t('edit')}>
        {problem === undefined ? (
          <Skeleton lines={10} />
        ) : problem.code === 'not_found' ? (
          <Empty title={t('gone')} hint={t('goneHint')} />
        ) : (
          <ProblemTold problem={problem} onAgain={load} />
        )}
      </Frame>
    )
  }
  const { document } = base
  if (base.text === null) {
    return (
      <Frame title={t('editTitle', document.title)}>
        <Empty title={t('tooLong')} hint={t('tooLongHint')}>
          <Button onClick={leave}>{t('read')}</Button>
          <Button href={href('documents', { import: 'yes' })}>{t('import')}</Button>
        </Empty>
      </Frame>
    )
  }
  return (
    <Frame
      title={t('editTitle', document.title)}
      actions={
        <>
          <span class="editor-switch">
            <Button isOn={isPreview} onClick={() => setParams({ view: isPreview ? null : 'preview' })}>
              {t('preview')}
            </Button>
          </span>
          <Button kind="quiet" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button
            kind="primary"
            keyHint={sayKey('save')}
            isDisabled={!isChanged || isSaving || !may('knowledge.write')}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {there !== undefined && there.text !== null && (
        <EditConflict
          theirs={there.text}
          mine={text}
          onMine={() => {
            setBase(there)
            setThere(undefined)
          }}
          onTheirs={() => {
            setBase(there)
            setText(there.text ?? '')
            setThere(undefined)
          }}
        />
      )}
      <p class="meta editor-told">{t('nextVersion', document.latest + 1)}</p>
      <div class={isPreview ? 'editor editor-previewed' : 'editor'}>
        <div class="editor-text">
          <Field label={t('text')} value={text} onInput={setText} rows={20} isMono isFirst />
        </div>
        <section class="editor-preview" aria-label={t('preview')} tabIndex={0}>
          <p class="field-label">{t('preview')}</p>
          <Markdown text={preview} />
        </section>
      </div>
    </Frame>
  )
}

const RESTED_MS = 200

/** What is typed, once typing rests: a long preview is not drawn for each letter. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), text.length > 20_000 ? RESTED_MS * 3 : RESTED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return useMemo(() => rested.substring(0, TEXT_MAX_CHARS), [rested])
}
