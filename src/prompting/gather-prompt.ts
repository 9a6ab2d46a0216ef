import { tellError } from '../errors.js'
import { listArtifacts } from '../task/artifacts/list-artifacts.js'
import { type BlockName, blockOf, type PromptBlock, type PromptItem } from '../task/prompt/block.js'
import type { Decision } from '../task/prompt/decision.js'
import { clip } from '../text/clip.js'
import type { CountTokens } from '../text/exact-tokens.js'
import { stripFenced } from '../text/fence.js'
import { searchForm } from '../text/search-form.js'
import { extract } from '../user/extraction/extract.js'
import { type CoreSnapshot, coreBlock } from './core-block.js'
import { type Gathered, type PromptWorld, plainItem } from './gathered.js'
import { instructionsBlock } from './instructions-block.js'
import { knowledgeBlock } from './knowledge-block.js'
import type { PromptWanted } from './prompt-wanted.js'
import { recordsBlock } from './records-block.js'
import { remoteBlock } from './remote-block.js'
import { artifactItems, type SessionPart, sessionPart } from './session-block.js'
import { summaryBlock } from './summary-block.js'
import { taskBlock } from './task-block.js'
import { toolsBlock } from './tools-block.js'
import { workspaceBlock } from './workspace-block.js'

/** All that could stand in a prompt but recall, which takes what the others leave. */
export interface GatheredPrompt {
  readonly blocks: readonly PromptBlock[]
  readonly out: readonly Decision[]
  /** What could not take part, and why. */
  readonly missing: Readonly<Partial<Record<BlockName, string>>>
  readonly ask: string
  readonly part: SessionPart | null
  readonly task: string | null
  readonly core: CoreSnapshot | null
}

/**
 * Gathers the blocks of a prompt. What the caller names has to be there (`not_found`); whatever else fails is told in
 * `missing`, and the prompt goes on without.
 */
export async function gatherPrompt(
  world: PromptWorld,
  wanted: PromptWanted,
  count: CountTokens,
): Promise<GatheredPrompt> {
  const { budgetTokens, blocks: given, identity, instructions, tools, select } = wanted
  const part =
    wanted.session === undefined
      ? null
      : await sessionPart(world, wanted.session, { ask: wanted.ask, before: wanted.before })
  const ask = part?.ask ?? wanted.ask ?? ''
  const task = await taskBlock(world, { task: wanted.task, part })
  const blocks: PromptBlock[] = []
  const out: Decision[] = []
  const missing: Partial<Record<BlockName, string>> = {}

  async function gather<T extends Gathered>(
    name: BlockName,
    work: (own: number) => Promise<T> | T,
  ): Promise<T | undefined> {
    if (given[name]?.isOff === true) return undefined
    const own = blockOf(name, [], budgetTokens, given[name])
    try {
      const gathered = await work(own.budgetTokens ?? budgetTokens)
      if (gathered.missing !== undefined) missing[name] = gathered.missing
      out.push(...(gathered.out ?? []))
      if (gathered.items.length > 0) blocks.push({ ...own, items: gathered.items })
      return gathered
    } catch (error) {
      world.signal?.throwIfAborted()
      missing[name] = tellError(error)
      return undefined
    }
  }

  const place = { channel: part?.session.channel ?? undefined, session: part?.session.name }
  await gather('tools', () => toolsBlock(tools, part?.called ?? new Set()))
  await gather('identity', () => ({
    items: identity === undefined ? [] : [plainItem('caller:identity', identity)],
  }))
  await gather('instructions', () => instructionsBlock(world, place, instructions))
  const core = await gather('core_memory', (own) =>
    coreBlock(world, own, wanted.core ?? part?.before?.core ?? null),
  )
  await gather('knowledge_map', () => knowledgeBlock(world, task.name))
  await gather('transcript_summary', (own) => summaryBlock(part?.summary ?? null, own, count))
  await gather('recent_turns', () => ({ items: part?.turns ?? [] }))
  await gather('task', () => task)
  await gather('workspace_memory', () => workspaceBlock(world, ask))
  await gather('user_memory', (budget) => recordsBlock(world, ask, { budgetTokens: budget, select }))
  await gather('remote_recall', () => remoteBlock(world, ask))
  await gather('artifacts', () => artifactsOf(world, part))
  if (part?.isUnderWay !== true)
    blocks.push(blockOf('current_turn', [askItem(ask, part, core?.items ?? [])], budgetTokens))
  return { blocks, out, missing, ask, part, task: task.id, core: core?.snapshot ?? null }
}

/**
 * What is asked, which has the last word on what it states otherwise than core memory. A message of the session was read for
 * that already.
 */
function askItem(ask: string, part: SessionPart | null, core: readonly PromptItem[]): PromptItem {
  if (part?.askedBy != null) return plainItem(part.askedBy.id, ask)
  const said = stripFenced(clip(ask, STATED_CHARS))
  const keys = extract(said).statements.flatMap(({ subject, attribute, value: [from, to] }) => {
    if (subject !== 'speaker' || attribute === null) return []
    const key = `user.${attribute}`
    // slice-ok: at the borders of what states it
    const value = searchForm(said.substring(from, to))
    const agrees = core.some(
      (fact) => fact.conflictKeys.includes(key) && searchForm(fact.text).includes(value),
    )
    return agrees ? [] : [key]
  })
  return plainItem('caller:ask', ask, { conflictKeys: [...new Set(keys)] })
}

const STATED_CHARS = 20_000

async function artifactsOf({ spine }: PromptWorld, part: SessionPart | null): Promise<Gathered> {
  if (part === null) return { items: [] }
  const { artifacts, total } = await spine.store.read(listArtifacts, part.session.bank, {
    sessionRid: part.session.rid,
    order: 'newest',
    limit: ARTIFACTS_MAX,
    skip: 0,
  })
  return {
    items: artifactItems(artifacts, spine.zone),
    ...(total > artifacts.length
      ? { missing: `${total - artifacts.length} older artifacts are not listed` }
      : {}),
  }
}

const ARTIFACTS_MAX = 20
