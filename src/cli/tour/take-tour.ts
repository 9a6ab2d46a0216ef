import type { Engine, Memory } from '../../engine.js'
import type { TourStory } from './story.js'

/** One of the five conversations: what was typed, what came of it, and whether it is what it should be. */
export interface Chapter {
  readonly title: string
  readonly told: readonly Told[]
  readonly checks: readonly Check[]
}

/** A command as a person would type it, and the lines that answer it. */
export interface Told {
  readonly typed: string
  readonly lines: readonly string[]
}

export interface Check {
  readonly what: string
  readonly holds: boolean
}

export interface TourMemory {
  /** Opens the store anew, as a later session does; `off` without an embedder. */
  open(embedder: 'as configured' | 'off'): Promise<Engine>
}

/**
 * Tells a memory the story, in five conversations on an empty store, and checks what it makes of it. Each conversation
 * is a session of its own: nothing but the store connects them.
 */
export async function* takeTour({ open }: TourMemory, story: TourStory): AsyncGenerator<Chapter> {
  const session = async (
    embedder: 'as configured' | 'off',
    tell: (memory: Memory, story: TourStory, agent: Memory) => Promise<Chapter>,
  ) => {
    const engine = await open(embedder)
    try {
      return await tell(engine.as({ user: 'tour' }), story, engine.as({ user: 'tour', agent: 'helper' }))
    } finally {
      await engine.close()
    }
  }
  yield await session('as configured', saveDecision)
  yield await session('as configured', recallDecision)
  yield await session('as configured', buildTeam)
  yield await session('as configured', askTeam)
  // What is captured now gets no vectors: one of the faults that the last conversation is to find.
  yield await session('off', auditMemory)
}

async function saveDecision(memory: Memory, { decision }: TourStory): Promise<Chapter> {
  for (const text of decision.besides) await memory.capture({ text })
  await memory.capture({ text: decision.text })
  const { decisions } = await memory.decisions({})
  const [found] = decisions
  const cited = (found?.flags ?? []).flatMap(({ spans }) => spans.map(({ text }) => text)).join(' ')
  return {
    title: 'Save a decision',
    told: [
      { typed: 'capture "Decision: …"', lines: decision.text.split('\n') },
      {
        typed: 'decisions',
        lines:
          found === undefined
            ? []
            : [
                `title        ${found.title}`,
                `chosen       ${found.choice ?? 'not said'}`,
                `rejected     ${found.alternatives.join(', ')}`,
                `applies to   ${found.appliesTo.map(({ name }) => name).join(', ')}`,
                `reasons      ${found.reasons.length}, trade-offs ${found.tradeOffs.length}`,
                ...found.flags.map(({ what }) => `flagged      ${what}`),
              ],
      },
    ],
    checks: [
      { what: 'one decision was read out of it', holds: decisions.length === 1 },
      { what: 'its title is as it was given', holds: found?.title.includes(decision.named) === true },
      {
        what: `${decision.rejected} was rejected`,
        holds: found?.alternatives.includes(decision.rejected) === true,
      },
      {
        what: `it applies to ${decision.appliesTo}`,
        holds: found?.appliesTo.some(({ name }) => name === decision.appliesTo) === true,
      },
      { what: 'every reason was kept', holds: found?.reasons.length === decision.reasons },
      {
        what: `the flag cites ${decision.named} and ${decision.argued}, and decides nothing`,
        holds: cited.includes(decision.named) && cited.includes(decision.argued),
      },
    ],
  }
}

async function recallDecision(memory: Memory, { decision }: TourStory): Promise<Chapter> {
  const embedded = await embedAll(memory)
  const found = await memory.search({ question: decision.question, meaning: true, explain: true, limit: 3 })
  const [first] = found.hits
  const rankIn = (layer: 'text' | 'entities' | 'vectors') =>
    first?.layers.find((one) => one.layer === layer)?.rank
  const ranks = (['text', 'entities', 'vectors'] as const).map((layer) => {
    const rank = rankIn(layer)
    return `${layer.padEnd(12)} ${rank === undefined ? (found.missing[layer] ?? 'did not find it') : `rank ${rank}`}`
  })
  return {
    title: 'Recall it in another session, in other words',
    told: [
      {
        typed: `search --meaning --explain "${decision.question}"`,
        lines:
          first === undefined ? [] : [`1  ${firstLine(first.text)}`, ...ranks, `why          ${first.why}`],
      },
    ],
    checks: [
      { what: 'the decision is on top', holds: first?.text === decision.text },
      { what: 'words found it', holds: rankIn('text') !== undefined },
      { what: 'the graph found it', holds: rankIn('entities') !== undefined },
      {
        what: embedded === undefined ? 'vectors found it' : `without an embedder it is said: ${embedded}`,
        holds: embedded === undefined ? rankIn('vectors') !== undefined : found.missing.vectors !== undefined,
      },
    ],
  }
}

/** Makes what vectors are wanting. Answers why there can be none. */
async function embedAll(memory: Memory): Promise<string | undefined> {
  const { embedding } = await memory.stats({})
  if (embedding.state === 'off') return embedding.reason ?? 'the embedder is off'
  await memory.embed({})
  return undefined
}

async function buildTeam(memory: Memory, { team }: TourStory): Promise<Chapter> {
  for (const text of team.notes) await memory.capture({ text })
  const { people } = await memory.people({})
  const { statistics } = await memory.graph({})
  const names = people.map(({ name }) => name)
  return {
    title: 'Build the graph of a team',
    told: [
      ...team.notes.map((note) => ({ typed: `capture "${note}"`, lines: [] })),
      {
        typed: 'people',
        lines: people.map(({ name, roles, managers, reports }) =>
          [
            name,
            ...roles,
            ...managers.map((one) => `reports to ${one.name}`),
            ...(reports.length > 0 ? [`leads ${reports.map((one) => one.name).join(', ')}`] : []),
          ].join(' · '),
        ),
      },
    ],
    checks: [
      ...team.people.map((name) => ({ what: `${name} is known`, holds: names.includes(name) })),
      { what: 'each has a role', holds: people.every(({ roles }) => roles.length > 0) },
      {
        what: 'who reports to whom is known',
        holds: team.reports.every(([who, whom]) =>
          people.some(({ name, managers }) => name === who && managers.some((one) => one.name === whom)),
        ),
      },
      {
        what: 'the relations are in the graph',
        holds: (statistics?.relations ?? 0) >= team.notes.length,
      },
    ],
  }
}

async function askTeam(memory: Memory, { team }: TourStory): Promise<Chapter> {
  const told: Told[] = []
  const checks: Check[] = []
  for (const { question, answer, relation } of team.asked) {
    const { paths, hits } = await memory.search({ question, limit: 3 })
    const [path] = paths
    const evidence = hits.find(({ id }) => id === path?.item)
    told.push({
      typed: `search "${question}"`,
      lines: [
        path === undefined ? 'the graph does not know' : path.path,
        ...(evidence === undefined ? [] : [`said in      ${firstLine(evidence.text)}`]),
      ],
    })
    checks.push({
      what: `the graph answers “${question}” with ${answer}`,
      holds: path?.path.includes(answer) === true && path.path.includes(relation),
    })
  }
  const unknown = await memory.search({ question: team.unanswered, limit: 3 })
  told.push({
    typed: `search "${team.unanswered}"`,
    lines: [unknown.noPath ?? unknown.paths[0]?.path ?? ''],
  })
  checks.push({ what: 'what no relation says is not guessed', holds: unknown.noPath !== null })
  return { title: 'Ask what only relations answer', told, checks }
}

async function auditMemory(memory: Memory, { untidy }: TourStory, agent: Memory): Promise<Chapter> {
  await agent.capture({ text: untidy.earlier, occurredAt: LONG_AGO })
  for (const text of untidy.notes) await memory.capture({ text })
  const stats = await memory.stats({})
  const { entities, statistics } = await memory.graph({})
  const { findings } = await memory.hygiene({})
  const [short, full] = untidy.twice
  const [before, now] = untidy.changed
  const says = (kinds: readonly string[], ...words: readonly string[]) =>
    findings.some(
      ({ kind, what }) =>
        kinds.includes(kind) && words.every((word) => what.toLowerCase().includes(word.toLowerCase())),
    )
  return {
    title: 'Have it look itself over',
    told: [
      { typed: `capture "${untidy.earlier}" --occurred-at ${LONG_AGO}`, lines: ['by an agent'] },
      ...untidy.notes.map((note) => ({ typed: `capture "${note}"`, lines: [] })),
      {
        typed: 'stats',
        lines: [
          `facts        ${(stats.byKind['fact'] ?? 0) + (stats.byKind['relation'] ?? 0) + (stats.byKind['decision'] ?? 0)}`,
          `entities     ${statistics?.entities ?? 0}`,
          `relations    ${statistics?.relations ?? 0}`,
          `named most   ${entities
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')}`,
        ],
      },
      { typed: 'hygiene', lines: findings.map(({ what }) => `• ${what}`) },
    ],
    checks: [
      { what: `${short} may be ${full}`, holds: says(['duplicate_identity'], short, full) },
      {
        what: `${before} was followed by ${now}`,
        holds: says(['stale_preference', 'conflicting_preference'], before, now),
      },
      { what: `${untidy.orphan} leads nowhere`, holds: says(['orphan_project'], untidy.orphan) },
      { what: 'texts without vectors are counted', holds: says(['missing_embeddings']) },
    ],
  }
}

const LONG_AGO = '2024-03-01'

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
