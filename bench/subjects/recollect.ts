import { createReadStream } from 'node:fs'
import { openMemory } from '../../src/index.js'
import { type OpenSubject, TURNS_PER_SESSION } from '../subject.js'

/** Recollect as anyone opens it: FULL durability, audit trail, identities, tokens for CJK. A bank is a user. */
export const openRecollect: OpenSubject = async (home, { sources }) => {
  const engine = await openMemory({ home, zone: 'UTC' })
  const banks = { big: engine.as({ user: 'big' }), small: engine.as({ user: 'small' }) }
  const first = new Map(sources.map((source) => [source.bank, source.first]))
  return {
    insert: async ({ bank, file }) => {
      const { skipped } = await banks[bank].import({ content: createReadStream(file) })
      if (skipped > 0) throw new Error(`${skipped} messages were skipped`)
    },
    capture: async (text) => {
      await banks.big.capture({ text })
    },
    search: async (question, bank) => {
      const { hits } = await banks[bank].search({ question, limit: 10 })
      return hits.map(({ turn }) =>
        turn === null
          ? -1
          : (first.get(bank) ?? 0) + Number(turn.session.split('-')[1]) * TURNS_PER_SESSION + turn.seq - 1,
      )
    },
    close: () => engine.close(),
  }
}
