/**
 * Finds where code ends that was begun by so many backticks: at the next run of as many before `to`. Runs are looked up
 * once, so that unclosed ones cost nothing. To be asked with rising places.
 */
export function codeCloser(text: string, to: number): (from: number, marks: number) => number | undefined {
  const runs = new Map<number, { readonly at: number[]; next: number }>()
  let seen = -1
  const look = (from: number): void => {
    for (let at = from; at < to; at++) {
      if (text.charCodeAt(at) !== BACKTICK) continue
      const start = at
      while (at < to && text.charCodeAt(at) === BACKTICK) at++
      const length = at - start
      const known = runs.get(length)
      if (known === undefined) runs.set(length, { at: [start], next: 0 })
      else known.at.push(start)
    }
    seen = to
  }
  return (from, marks) => {
    if (seen === -1) look(from)
    const run = runs.get(marks)
    if (run === undefined) return undefined
    while ((run.at[run.next] ?? to) < from) run.next++
    return run.at[run.next]
  }
}

const BACKTICK = 0x60
