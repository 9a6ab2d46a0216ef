import type { Reach } from '../../reach.js'
import type { ListedRecord, RecordStore } from './record-store.js'

/**
 * Every record of the caller's own bank, once. Records that are used meanwhile move to the front of the list, so it is
 * looked through again until nothing new turns up.
 */
export async function* allRecords(records: RecordStore, reach: Reach): AsyncGenerator<ListedRecord> {
  const seen = new Set<string>()
  let after: string | undefined
  let isNew = false
  for (;;) {
    const page = await records.list(reach, { limit: PAGE, after })
    for (const record of page.records) {
      if (record.bank !== reach.writes || seen.has(record.id)) continue
      seen.add(record.id)
      isNew = true
      yield record
    }
    after = page.next ?? undefined
    if (after !== undefined) continue
    if (!isNew) return
    isNew = false
  }
}

const PAGE = 1_000
