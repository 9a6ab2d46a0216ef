import { call } from '../api/call.js'
import { may } from '../api/caller.js'
import { noticeChange } from '../api/changes.js'
import type { Item } from '../api/operation-types.js'
import { sayKey } from '../keys/key-map.js'
import { useKeys } from '../keys/use-keys.js'
import { go, href } from '../location/location.js'
import { Button } from '../parts/button.js'
import { attempt, notify } from '../parts/notice.js'
import { forget } from './forget.js'
import { t } from './words.js'

interface ItemActionsProps {
  readonly item: Item
  /** Opens the form of a correction. */
  readonly onCorrect: () => void
}

/** What can be done with an item by who looks at it: each has a key, and all but forgetting can be undone. */
export function ItemActions({ item, onCorrect }: ItemActionsProps) {
  const { id, kind, fact } = item
  const holds = fact?.status === 'active'
  const isPinned = fact?.isPinned === true
  const canWrite = may('memory.write')
  const canForget = may('memory.forget') && kind !== 'document' && kind !== 'section'
  const canPin = canWrite && holds && item.origin === 'user' && fact.category !== 'instruction'
  const edit = editAddressOf(item)
  const canCorrect = canWrite && (fact !== null || edit !== undefined)
  const canUnpin = canWrite && isPinned

  const pin = () =>
    done(t(isPinned ? 'unpinnedNow' : 'pinnedNow'), {
      work: () => call(isPinned ? 'memory.unpin' : 'memory.pin', { id }),
      undo: () => call(isPinned ? 'memory.pin' : 'memory.unpin', { id }),
    })
  const takeBack = () =>
    done(t('takenBack'), {
      work: () => call('memory.retract', { id }),
      undo: () => call('memory.restore', { id }),
    })
  const restore = () =>
    done(t('restored'), {
      work: () => call('memory.restore', { id }),
      undo: ({ retracted: [replaced] }) =>
        replaced === undefined ? call('memory.retract', { id }) : call('memory.restore', { id: replaced }),
    })
  const correct = edit === undefined ? onCorrect : () => go(edit)

  useKeys({
    ...(canCorrect ? { correct } : {}),
    ...(canPin || canUnpin ? { pin: () => void pin() } : {}),
    ...(fact === null || !canWrite ? {} : { restore: () => void (holds ? takeBack() : restore()) }),
    ...(canForget ? { forget: () => void forget({ id }) } : {}),
  })

  return (
    <>
      {canWrite && fact?.status === 'proposed' && (
        <Button kind="primary" onClick={() => void restore()}>
          {t('accept')}
        </Button>
      )}
      {canCorrect && (
        <Button keyHint={sayKey('correct')} onClick={correct}>
          {t(edit === undefined ? 'correct' : 'edit')}
        </Button>
      )}
      {(canPin || canUnpin) && (
        <Button keyHint={sayKey('pin')} isOn={isPinned} onClick={() => void pin()}>
          {t(isPinned ? 'unpin' : 'pin')}
        </Button>
      )}
      {canWrite && holds && (
        <Button keyHint={sayKey('restore')} onClick={() => void takeBack()}>
          {t('takeBack')}
        </Button>
      )}
      {canWrite && (fact?.status === 'superseded' || fact?.status === 'retracted') && (
        <Button keyHint={sayKey('restore')} onClick={() => void restore()}>
          {t('restore')}
        </Button>
      )}
      {canForget && (
        <Button kind="danger" keyHint={sayKey('forget')} onClick={() => void forget({ id })}>
          {t('forget')}
        </Button>
      )}
    </>
  )
}

/** Where a text of one's own is edited; undefined for what is corrected here, or stays as it was said. */
function editAddressOf({ id, kind }: Item): string | undefined {
  if (kind === 'record') return href(`memory/records/edit/${id}`)
  return kind === 'thought' ? href('memory/notes', { edit: id, on: `item:${id}` }) : undefined
}

async function done<T>(
  text: string,
  { work, undo }: { readonly work: () => Promise<T>; readonly undo: (output: T) => Promise<unknown> },
): Promise<void> {
  let output: T
  const isDone = await attempt(async () => {
    output = await work()
  })
  if (!isDone) return
  noticeChange()
  notify(text, {
    undo: async () => {
      await undo(output)
      noticeChange()
    },
  })
}
