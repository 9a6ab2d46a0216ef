import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from '../src/user/extraction/extract.js'
import type { Extracted, Party } from '../src/user/extraction/extracted.js'

/** DialogRE: scenes of people who talk, with what an annotator saw to hold between them. */
export const dialogueSets = ['dialogre_en', 'dialogre_zh'] as const

export type DialogueSet = (typeof dialogueSets)[number]

/** What is compared: residence, employer, spouse, boss. Inverse and symmetric labels are one. */
export type DialogueRelation = 'residence' | 'employer' | 'spouse' | 'boss'

export interface DialogueFact {
  readonly relation: DialogueRelation
  readonly from: string
  readonly to: string
}

export interface DialogueFigures {
  readonly set: DialogueSet
  /** `even` ids were looked at when the rules were made, `odd` ones were not. */
  readonly half: 'even' | 'odd' | 'all'
  readonly gold: number
  readonly predicted: number
  readonly right: number
  readonly precision: number
  readonly recall: number
}

export interface Dialogue {
  readonly id: number
  readonly turns: readonly string[]
  readonly gold: readonly DialogueFact[]
  /** Each name with the others of whom it names. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>
}

/** How what is extracted turn by turn agrees with the annotators. */
export function measureDialogues(
  folder: string,
  set: DialogueSet,
  half: DialogueFigures['half'],
): DialogueFigures {
  let [gold, predicted, right, found] = [0, 0, 0, 0]
  for (const dialogue of readDialogues(folder, set)) {
    if (half !== 'all' && (dialogue.id % 2 === 0) !== (half === 'even')) continue
    const facts = factsOf(dialogue)
    gold += dialogue.gold.length
    predicted += facts.length
    right += facts.filter((fact) => dialogue.gold.some((other) => isSame(dialogue, fact, other))).length
    found += dialogue.gold.filter((other) => facts.some((fact) => isSame(dialogue, fact, other))).length
  }
  return {
    set,
    half,
    gold,
    predicted,
    right,
    precision: right / Math.max(1, predicted),
    recall: found / Math.max(1, gold),
  }
}

/** Whether a folder of sets holds the dialogues. */
export function hasDialogues(folder: string): boolean {
  return dialogueSets.every((set) => existsSync(fileOf(folder, set)))
}

function fileOf(folder: string, set: DialogueSet): string {
  return join(folder, 'relation', `${set}.jsonl.gz`)
}

interface Row {
  readonly id: number
  readonly turns: readonly string[]
  readonly relations: readonly { readonly x: string; readonly y: string; readonly r: readonly string[] }[]
}

const labels = new Map<string, readonly [DialogueRelation, isInverse: boolean]>([
  ['per:place_of_residence', ['residence', false]],
  ['gpe:residents_of_place', ['residence', true]],
  ['per:employee_or_member_of', ['employer', false]],
  ['org:employees_or_members', ['employer', true]],
  ['per:spouse', ['spouse', false]],
  ['per:boss', ['boss', false]],
  ['per:subordinate', ['boss', true]],
])

export function readDialogues(folder: string, set: DialogueSet): Dialogue[] {
  const lines = gunzipSync(readFileSync(fileOf(folder, set)))
    .toString('utf8')
    .split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { id, turns, relations } = JSON.parse(line) as Row
      const aliases = aliasesOf(relations)
      const gold: DialogueFact[] = []
      for (const { x, y, r } of relations) {
        for (const label of r) {
          const known = labels.get(label)
          if (known === undefined) continue
          const fact = { relation: known[0], from: known[1] ? y : x, to: known[1] ? x : y }
          if (!gold.some((other) => isSame({ aliases }, fact, other))) gold.push(fact)
        }
      }
      return { id, turns, gold, aliases }
    })
}

function aliasesOf(relations: Row['relations']): Map<string, Set<string>> {
  const aliases = new Map<string, Set<string>>()
  for (const { x, y, r } of relations) {
    if (!r.includes('per:alternate_names')) continue
    const all = new Set([...(aliases.get(x) ?? [x]), ...(aliases.get(y) ?? [y])])
    for (const name of all) aliases.set(name, all)
  }
  return aliases
}

/** What the turns state, with the names of the dialogue: `I` is who speaks, `you` who spoke before. */
export function factsOf({ turns, aliases }: Pick<Dialogue, 'turns' | 'aliases'>): DialogueFact[] {
  const facts: DialogueFact[] = []
  const spoken = turns.map((turn) => /^([^:：]{1,40})[:：]\s*(.*)$/s.exec(turn))
  for (const [index, match] of spoken.entries()) {
    if (match === null) continue
    const speaker = match[1] ?? ''
    const others = [...spoken.slice(0, index).reverse(), ...spoken.slice(index + 1)].map(
      (other) => other?.[1],
    )
    const addressee = others.find((other) => other !== undefined && other !== speaker) ?? null
    const text = match[2] ?? ''
    for (const fact of statedIn(text, extract(text, { hasAddressee: true }), speaker, addressee)) {
      if (!facts.some((known) => isSame({ aliases }, known, fact))) facts.push(fact)
    }
  }
  return facts
}

function statedIn(
  text: string,
  { entities, statements }: Extracted,
  speaker: string,
  addressee: string | null,
): DialogueFact[] {
  const facts: DialogueFact[] = []
  const nameOf = (party: Party): string | null => {
    if (party === 'speaker') return speaker
    const [start, end] = entities[party]!.names[0]!
    const name = text.substring(start, end)
    return /^(?:you|你)$/i.test(name) ? addressee : name
  }
  for (const { subject, relation } of statements) {
    if (relation === null) continue
    const known = kinds.get(relation.type)
    if (known === undefined) continue
    const [from, to] = known[1]
      ? [nameOf(relation.object), nameOf(subject)]
      : [nameOf(subject), nameOf(relation.object)]
    if (from !== null && to !== null && from !== to) facts.push({ relation: known[0], from, to })
  }
  return facts
}

const kinds = new Map<string, readonly [DialogueRelation, isInverse: boolean]>([
  ['lives_in', ['residence', false]],
  ['works_at', ['employer', false]],
  ['member_of', ['employer', false]],
  ['spouse_of', ['spouse', false]],
  ['reports_to', ['boss', false]],
  ['manages', ['boss', true]],
])

function isSame({ aliases }: Pick<Dialogue, 'aliases'>, one: DialogueFact, other: DialogueFact): boolean {
  if (one.relation !== other.relation) return false
  const isNamed = (a: string, b: string) =>
    isLike(a, b) ||
    [...(aliases.get(b) ?? [])].some((name) => isLike(a, name)) ||
    [...(aliases.get(a) ?? [])].some((name) => isLike(b, name))
  if (isNamed(one.from, other.from) && isNamed(one.to, other.to)) return true
  return one.relation === 'spouse' && isNamed(one.from, other.to) && isNamed(one.to, other.from)
}

/** The same name, or a word of the other's; numbers of speakers must be equal. */
function isLike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a === b) return true
  if (a.startsWith('speaker ') || b.startsWith('speaker ')) return false
  const words = b.split(/[\s·]+/)
  const mine = a.split(/[\s·]+/)
  return mine.every((word) => words.includes(word)) || words.every((word) => mine.includes(word))
}
