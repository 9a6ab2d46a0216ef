import { signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { setParams } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { attempt, notify, notifyProblem } from '../../parts/notice.js'
import { Progress } from '../../parts/progress.js'
import { decideTogether } from './decide.js'
import type { Entry, EntryKind, Side } from './entry.js'
import { isSafeTogether } from './queue.js'
import { sayEntry } from './say-entry.js'
import { t } from './words.js'

interface Several {
  readonly entries: readonly Entry[]
  readonly side: Side
  readonly isAll: boolean
}

const several = signal<Several | null>(null)

/** So many at a time: more than these nobody reads before they agree. */
const MANY = 100

/** Lists all of a kind that may be decided in one go, and asks. */
export async function askSeveral(kind: EntryKind, side: Side): Promise<void> {
  await attempt(async () => {
    const { entries, next } = await call('memory.review', { kinds: [kind], limit: MANY })
    const safe = entries.filter((entry) => isSafeTogether(entry, side))
    several.value = { entries: safe, side, isAll: next === null }
  })
}

/** Where it is asked; once in the place. */
export function DecideMany() {
  return several.value === null ? null : <ManyDialog key={several.value.side} {...several.value} />
}

function ManyDialog({ entries, side, isAll }: Several) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [work, setWork] = useState<{ startedAt: number; done: number } | null>(null)
  const abort = useRef(new AbortController())
  const isAccept = side === 'accept'
  const chosen = entries.filter(({ key }) => !leftOut.has(key))
  const isUndoable = entries.every((entry) => entry[side]?.undo != null)
  const title = t(isAccept ? 'manyTitleAccept' : 'manyTitleReject', chosen.length)
  const close = () => {
    abort.current.abort()
    several.value = null
  }
  const go = async () => {
    setWork({ startedAt: Date.now(), done: 0 })
    const { done, failure, undo } = await decideTogether({
      entries: chosen,
      side,
      signal: abort.current.signal,
      onProgress: (count) => setWork((was) => was && { ...was, done: count }),
    })
    several.value = null
    setParams({ entry: null, on: null })
    if (done > 0) notify(t('manyDone', done, isAccept), undo === undefined ? {} : { undo })
    if (failure !== undefined) notifyProblem(failure)
  }
  return (
    <Dialog label={title} onClose={close}>
      <div class="many">
        <h2 class="confirm-title">{title}</h2>
        <p class="meta">
          {t(isUndoable ? 'manyHint' : 'manyHintOnce')} {!isAll && t('manyFirst', entries.length)}
        </p>
        {work === null ? (
          <ul class="many-list" tabIndex={0} aria-label={title}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <label class="many-row">
                  <input
                    type="checkbox"
                    checked={!leftOut.has(entry.key)}
                    onChange={() => setLeftOut(toggled(leftOut, entry.key))}
                  />
                  <span class="many-text">
                    <span class="clip">{sayEntry(entry).line}</span>
                    <span class="meta clip">
                      {sayEntry(entry)[side].label}: {sayEntry(entry)[side].effect}
                    </span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        ) : (
          <Progress
            label={t('manyWork')}
            startedAt={work.startedAt}
            progress={{ done: work.done, total: chosen.length, unit: t('unit') }}
            onStop={() => abort.current.abort()}
          />
        )}
        <div class="confirm-actions">
          <Button onClick={close}>{t('cancel')}</Button>
          <Button kind="primary" isDisabled={chosen.length === 0 || work !== null} onClick={() => void go()}>
            {t('manyDo', chosen.length, isAccept)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
