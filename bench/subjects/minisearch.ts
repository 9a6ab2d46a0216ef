import { isStopWord } from '../../src/text/stop-words.js'
import { messagesOf } from '../messages.js'
import { loadPeer } from '../peers.js'
import { readSnapshot, writeSnapshot } from '../snapshot.js'
import type { Bank, OpenSubject } from '../subject.js'

/** MiniSearch with its defaults; texts kept in it, since a memory has to show them. A bank is a filter. */
export const openMiniSearch: OpenSubject = (home) => openWith(home, {})

/** The same, leaving out the words that Recollect leaves out of questions, as its documentation says to: `processTerm`. */
export const openMiniSearchStopped: OpenSubject = (home) =>
  openWith(home, {
    processTerm: (term: string) => {
      const folded = term.toLowerCase()
      return isStopWord(folded) ? null : folded
    },
  })

async function openWith(home: string, own: object): ReturnType<OpenSubject> {
  const MiniSearch = loadPeer<MiniSearchClass>('minisearch')
  const options = { idField: 'id', fields: ['text'], storeFields: ['text', 'bank'], ...own }
  const saved = readSnapshot(home)
  const index = saved === undefined ? new MiniSearch(options) : MiniSearch.loadJSON(saved, options)
  let captured = 0
  return {
    insert: async (source) => {
      for await (const messages of messagesOf(source, 512)) {
        index.addAll(messages.map(({ place, bank, text }) => ({ id: place, bank, text })))
      }
    },
    capture: async (text) => {
      captured += 1
      index.add({ id: -captured, bank: 'big', text })
    },
    search: async (question, bank) => {
      const found = index.search(question, { filter: (hit) => hit.bank === bank })
      return found.slice(0, 10).map(({ id }) => Math.max(-1, id))
    },
    persist: async () => writeSnapshot(home, JSON.stringify(index)),
    close: async () => undefined,
  }
}

interface MiniSearchClass {
  new (options: object): MiniSearch
  loadJSON(json: string, options: object): MiniSearch
}

interface MiniSearch {
  add(document: object): void
  addAll(documents: readonly object[]): void
  search(
    query: string,
    options: { filter: (hit: { bank: Bank }) => boolean },
  ): readonly { readonly id: number }[]
}
