import type { Database } from 'better-sqlite3'
import { messagesOf } from '../messages.js'
import type { Source } from '../subject.js'

/** Takes a whole file into a database, 512 texts a transaction. */
export async function insertInPages(
  database: Database,
  source: Source,
  add: (place: number, bank: string, text: string) => void,
): Promise<void> {
  for await (const messages of messagesOf(source, 512)) {
    database.transaction(() => {
      for (const { place, bank, text } of messages) add(place, bank, text)
    })()
  }
}
