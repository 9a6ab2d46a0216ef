import type { ListNamespacesOperation, MatchCondition } from '@langchain/langgraph-checkpoint'

/** The namespaces that match, each once and in their order. */
export function listNamespaces(
  namespaces: readonly (readonly string[])[],
  { matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation,
): string[][] {
  const matching = namespaces.filter((one) => matchConditions.every((condition) => matches(condition, one)))
  const cut = maxDepth === undefined ? matching : matching.map((one) => one.slice(0, maxDepth)) // slice-ok: a list
  const unique = new Map(cut.map((one) => [one.join(':'), [...one]]))
  const sorted = [...unique].sort(([a], [b]) => a.localeCompare(b)).map(([, one]) => one)
  return sorted.slice(offset, offset + limit) // slice-ok: a list
}

function matches({ matchType, path }: MatchCondition, namespace: readonly string[]): boolean {
  if (path.length > namespace.length) return false
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length
  return path.every((label, index) => label === '*' || label === namespace[from + index])
}
