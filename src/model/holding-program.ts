/**
 * Keeps the program alive while it waits for this: models work in threads and sockets that keep none alive, since most
 * of their work is in the background.
 */
export async function holdingProgram<T>(work: () => Promise<T>): Promise<T> {
  const hold = setInterval(() => undefined, LONGEST_MS)
  try {
    return await work()
  } finally {
    clearInterval(hold)
  }
}

/** What a timer takes. */
const LONGEST_MS = 2 ** 31 - 1
