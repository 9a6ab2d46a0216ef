/** Operations that a text names, as tools: clients take no dots, so `knowledge.read_doc` is `knowledge_read_doc`. */
export function inToolNames(text: string): string {
  return text.replace(/\b(knowledge|memory|record)\.(?=[a-z_]+\b)/g, '$1_')
}
