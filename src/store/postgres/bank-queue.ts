/** Lets the writers of one bank go one behind another within this process, before they take a connection. */
export interface BankQueue {
  /** Runs `work` once all who came before for any of these banks are done. */
  inTurn<T>(banks: readonly string[], work: () => Promise<T>): Promise<T>
}

/** Without it a burst of writes to one bank would hold every connection, all waiting for the same row of the server. */
export function createBankQueue(): BankQueue {
  const last = new Map<string, Promise<unknown>>()
  return {
    inTurn: (banks, work) => {
      const before = banks.map((bank) => last.get(bank))
      const done = Promise.all(before).then(work)
      const mine = done.catch(toldElsewhere).then(() => {
        for (const bank of banks) if (last.get(bank) === mine) last.delete(bank)
      })
      for (const bank of banks) last.set(bank, mine)
      return done
    },
  }
}

function toldElsewhere(): void {
  // Who asked for that turn hears of its failure; the next one only waits for its end.
}
