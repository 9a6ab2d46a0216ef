import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'

/** What other services remember that concerns what is asked: nobody's word here, and told with where it comes from. */
export async function remoteBlock(
  { spine, reach, remotes, signal }: PromptWorld,
  ask: string,
): Promise<Gathered> {
  if (remotes === undefined || remotes.list(reach).length === 0) return { items: [] }
  const { snippets, missing } = await remotes.recall(reach, { question: ask, limit: SNIPPETS_MAX, signal })
  const reasons = missing.map(({ provider, reason }) => `${provider}: ${reason}`)
  return {
    items: snippets.map(({ provider, text, at, fetchedAt, score }, index) => ({
      ...memoryItem(
        // What its service calls it may be anything.
        {
          id: `remote:${index + 1}`,
          text: `(${provider}) ${text}`,
          origin: 'tool',
          trust: 'untrusted',
          at: at ?? fetchedAt,
        },
        spine.zone,
        { score },
      ),
      ...(at === null ? { day: null } : {}),
    })),
    ...(reasons.length === 0 ? {} : { missing: reasons.join('; ') }),
  }
}

const SNIPPETS_MAX = 20
