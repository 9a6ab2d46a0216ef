import { signal } from '@preact/signals'
import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import type { OutputOf } from '../../api/operation-types.js'
import { confirm } from '../../parts/confirm.js'
import { attempt } from '../../parts/notice.js'
import type { ShownDocument } from './document.js'
import { t } from './words.js'

type Receipt = OutputOf<'knowledge.delete'>

const receipts = signal<ReadonlyMap<string, Receipt | 'going'>>(new Map())

/** Of a document that was deleted on this page; `going` while it is being deleted. */
export function deletionOf(id: string): Receipt | 'going' | undefined {
  return receipts.value.get(id)
}

/** Asks first, with what goes; then the receipt takes its place. Answers whether it was deleted. */
export async function deleteDocument({ document, versions }: ShownDocument): Promise<boolean> {
  const { id, shelf, title, revision } = document
  const sections = versions.reduce((sum, version) => sum + version.sections, 0)
  const isSure = await confirm({
    title: t('deleteTitle', title),
    body: (
      <>
        <p>{t('deleteBody')}</p>
        <p class="meta">{t('deleteGoes', versions.length, sections)}</p>
      </>
    ),
    action: t('deleteAction'),
  })
  if (!isSure) return false
  keep(id, 'going')
  const isDone = await attempt(async () => {
    keep(id, await call('knowledge.delete', { document: id, shelf, revision }))
  })
  if (!isDone) keep(id, undefined)
  noticeChange()
  return isDone
}

function keep(id: string, receipt: Receipt | 'going' | undefined): void {
  const next = new Map(receipts.value)
  if (receipt === undefined) next.delete(id)
  else next.set(id, receipt)
  receipts.value = next
}
