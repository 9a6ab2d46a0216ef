import { messagesOf } from '../messages.js'
import type { OpenSubject } from '../subject.js'

/** Reads the same files and keeps nothing: what Node and the reading cost by themselves. */
export const openNothing: OpenSubject = async () => ({
  insert: async (source) => {
    const messages = messagesOf(source, 512)
    for (let step = await messages.next(); step.done !== true; ) step = await messages.next()
  },
  capture: async () => undefined,
  search: async () => [],
  close: async () => undefined,
})
