import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import { attempt, notify } from '../../parts/notice.js'
import type { LibraryDocument } from './document.js'
import { t } from './words.js'

/** Publishes the latest version, or the one that is named. Undone, all is as it was. */
export async function publish(document: LibraryDocument, version?: number): Promise<boolean> {
  const { id, shelf, revision, title } = document
  const which = { document: id, shelf }
  return done(
    () => call('knowledge.publish', { ...which, revision, ...(version === undefined ? {} : { version }) }),
    t('published', title),
    () => backTo(document),
  )
}

export async function reject(document: LibraryDocument, note: string): Promise<boolean> {
  const { id, shelf, revision, title } = document
  return done(
    () => call('knowledge.reject', { document: id, shelf, revision, ...noted(note) }),
    t('rejected', title),
    () => backTo(document),
  )
}

/** Takes what answers out of retrieval; its text stays. */
export async function withdraw(document: LibraryDocument, note: string): Promise<boolean> {
  const { id, shelf, revision, title } = document
  return done(
    () => call('knowledge.withdraw', { document: id, shelf, revision, ...noted(note) }),
    t('withdrawn', title),
    () => backTo(document),
  )
}

async function done(
  work: () => Promise<unknown>,
  said: string,
  undo: () => Promise<unknown>,
): Promise<boolean> {
  if (!(await attempt(work))) return false
  noticeChange()
  notify(said, {
    undo: async () => {
      await undo()
      noticeChange()
    },
  })
  return true
}

function noted(note: string): { note?: string } {
  return note.trim() === '' ? {} : { note: note.trim() }
}

/** Lets a document stand as it stood: what answered answers, and the latest version waits, or was rejected or withdrawn. */
async function backTo({ id, shelf, status, published, latest }: LibraryDocument): Promise<void> {
  const which = { document: id, shelf }
  if (status === 'ready' && published !== null) {
    await call('knowledge.publish', { ...which, version: published })
    return
  }
  await call('knowledge.reopen', {
    ...which,
    ...(published === null || published === latest ? {} : { answers: published }),
  })
  if (status === 'rejected') await call('knowledge.reject', which)
  if (status === 'withdrawn') {
    await call('knowledge.publish', which)
    await call('knowledge.withdraw', which)
  }
}
