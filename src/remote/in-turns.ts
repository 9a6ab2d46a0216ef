import { likenessOf } from '../text/likeness.js'
import { remoteScore } from './remote-score.js'
import type { RemoteSnippet } from './remote-snippet.js'

/**
 * The answers of several providers as one list: the best of each, then the second of each. What a service says of its own
 * answers ranks them among themselves alone, so that none takes the room of all by praising what it has; in each turn they
 * stand by how much they have of the question. The same text stands once.
 */
export function inTurns(
  lists: readonly (readonly RemoteSnippet[])[],
  question: string,
  now: number,
): RemoteSnippet[] {
  const queues = lists.map((list) =>
    list
      .map((snippet) => ({ snippet, worth: remoteScore(question, snippet, now) ?? 0 }))
      .sort((a, b) => b.snippet.score - a.snippet.score || b.worth - a.worth || byText(a, b)),
  )
  const turns = queues.flatMap((queue) => queue.map((one, turn) => ({ ...one, turn })))
  turns.sort((a, b) => a.turn - b.turn || b.worth - a.worth || byText(a, b))
  const said = new Set<string>()
  return turns.flatMap(({ snippet }) => {
    const { plain } = likenessOf(snippet.text)
    const form = plain === '' ? snippet.text : plain
    if (said.has(form)) return []
    said.add(form)
    return [snippet]
  })
}

interface Worth {
  readonly snippet: RemoteSnippet
}

function byText({ snippet: a }: Worth, { snippet: b }: Worth): number {
  return compare(a.provider, b.provider) || compare(a.text, b.text)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
