/**
 * What the catalogue does not say of tables and columns. A test fails for a table or a column of a later schema that is
 * named nowhere here.
 */

/** Tables that an engine keeps for itself, and how they come to be at the other end. */
export const ofOneEngine: ReadonlyMap<string, string> = new Map([
  ['schema_migration', 'written when the database is made'],
  ['bank_rows', 'set behind the last row of each bank'],
  ['posting', 'made anew out of item_terms'],
  ['posting_segment', 'made anew out of item_terms'],
  ['posting_tail', 'made anew out of item_terms'],
  ['posting_merge', 'says who is at work'],
  ['embedding_near', 'made anew out of embedding, where pgvector is'],
  ['vector_codes', 'made anew out of embedding'],
  ['job', 'work that is due is found by whoever looks for it'],
  ['erasure', 'speaks of the bytes of one database'],
])

/** Integers that number rows of their bank, beside `rid` and what ends in `_rid`. */
const alsoRowNumbers: ReadonlySet<string> = new Set([
  'edge.from_name',
  'edge.to_name',
  'fact_source.from_name',
  'fact_source.to_name',
])

export function isRowNumber(table: string, column: string): boolean {
  return column === 'rid' || column.endsWith('_rid') || alsoRowNumbers.has(`${table}.${column}`)
}

/** All other integers, beside times (`at`, `*_at`) and `seq`: they mean the same wherever they stand. */
export const plainIntegers: Readonly<Record<string, readonly string[]>> = {
  api_key: ['agent_forgets'],
  artifact: ['bytes', 'chars', 'lines'],
  artifact_piece: ['line', 'start', 'chars'],
  bank: ['generation', 'items', 'words'],
  call_answer: ['step'],
  call_key: ['steps', 'is_done'],
  document: ['latest', 'published', 'keep_published', 'revision'],
  document_event: ['version'],
  document_section: ['part', 'level', 'parent', 'line', 'lines', 'start', 'chars', 'tokens'],
  document_version: ['number', 'bytes', 'chars', 'lines', 'tokens', 'sections'],
  edge_attribute: ['value_start', 'value_end'],
  embedding: ['part'],
  embedding_bank: ['dimensions', 'indexed', 'failed', 'skipped', 'vectors'],
  extraction: ['pairs'],
  extraction_step: ['salience', 'similarity'],
  fact: ['importance', 'confidence', 'pinned', 'stated', 'valid_from', 'valid_until'],
  fact_belief: ['since', 'until', 'valid_until'],
  fact_part: ['part_start', 'part_end'],
  fact_source: ['clause_start', 'clause_end', 'value_start', 'value_end'],
  forgetting: ['times'],
  instruction: ['priority', 'detected'],
  item: ['use_count', 'quotes'],
  item_terms: ['version', 'length'],
  model_use: ['day', 'calls', 'failures', 'refused', 'estimated', 'input_tokens', 'output_tokens'],
  proposal: ['again', 'is_own'],
  recall: ['version', 'ranked'],
  record: ['edited', 'name_chars', 'description_chars', 'revision'],
  section: ['context_chars'],
  task: ['revision'],
  task_documents: ['everything'],
  task_state: ['revision'],
  turn: ['said'],
  workspace_gate: ['is_on'],
  workspace_note: ['importance'],
}
