import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Bank, Source } from './subject.js'

export interface Message {
  /** Place in the whole data set. */
  readonly place: number
  readonly bank: Bank
  readonly text: string
}

/** The messages of a file, so many at a time: at no moment is more of the data set in memory. */
export async function* messagesOf({ file, bank, first }: Source, chunk: number): AsyncGenerator<Message[]> {
  let place = first
  let messages: Message[] = []
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const { content } = JSON.parse(line) as { content: string }
    messages.push({ place, bank, text: content })
    place += 1
    if (messages.length === chunk) {
      yield messages
      messages = []
    }
  }
  if (messages.length > 0) yield messages
}
