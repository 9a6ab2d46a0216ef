import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { extract } from '../src/user/extraction/extract.js'
import type { Party } from '../src/user/extraction/extracted.js'

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

/** The figures of two halves as those of one set. */
export function bothHalves(one: DialogueFigures, other: DialogueFigures): DialogueFigures {
  const [gold, predicted, right] = [
    one.gold + other.gold,
    one.predicted + other.predicted,
    one.right + other.right,
  ]
  const found = one.recall * one.gold + other.recall * other.gold
  const share = (part: number, of: number) => part / Math.max(1, of)
  return {
    set: one.set,
    half: 'all',
    gold,
    predicted,
    right,
    precision: share(right, predicted),
    recall: share(found, gold),
  }
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
    if ((dialogue.id % 2 === 0) !== (half === 'even')) continue
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

function readDialogues(folder: string, set: DialogueSet): Dialogue[] {
  const lines = gunzipSync(readFileSync(fileOf(folder, set)))
    .toString('utf8')
    .split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { id, turns, relations } = JSON.parse(line) as Row
      const aliases = aliasesOf([...relations, ...calledAs(turns)])
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

/**
 * Who is called what, as far as the turns tell: whom one calls by name speaks next. The annotators' names of speakers are
 * not complete.
 */
function calledAs(turns: readonly string[]): Row['relations'] {
  const votes = new Map<string, Map<string, number>>()
  const speakers = turns.map((turn) => /^([^:：,，]{1,40})/.exec(turn)?.[1] ?? '')
  for (const [index, turn] of turns.entries()) {
    const next = speakers[index + 1]
    if (next === undefined || next === speakers[index]) continue
    for (const name of calledIn(turn.replace(/^[^:：]{1,60}[:：]\s*/, ''))) {
      const of = votes.get(name) ?? new Map<string, number>()
      votes.set(name, of.set(next, (of.get(next) ?? 0) + 1))
    }
  }
  return [...votes].flatMap(([name, of]) => {
    const [first, second] = [...of].sort((a, b) => b[1] - a[1])
    const isSure = first !== undefined && first[1] > (second?.[1] ?? 0)
    return isSure ? [{ x: first[0], y: name, r: ['per:alternate_names'] }] : []
  })
}

function calledIn(text: string): string[] {
  const names = [
    ...text.matchAll(
      /(?:^|[.!?] )(?:(?:Hey|Hi|Oh|Okay|So|Well|No|Yeah|Uh|Um|Umm|Look|Listen|Hello),? )?([A-Z][a-z]{2,12})[,!?]/g,
    ),
    ...text.matchAll(/, ([A-Z][a-z]{2,12})[.!?]+/g),
  ].map((match) => match[1] ?? '')
  return names.filter(
    (name) =>
      !/^(?:Yeah|Okay|Well|Hey|Yes|No|Oh|What|Why|Wow|God|Hello|Sorry|Right|Please|Thanks|Now|Look|Sure|Great|See|All|Come|Really|Fine|Hmm|Umm|Ooh|And|But|Honey|Dad|Mom|Man|Dude)$/.test(
        name,
      ),
  )
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

/** What the turns state, with the names of the dialogue. */
function factsOf({ turns, aliases }: Pick<Dialogue, 'turns' | 'aliases'>): DialogueFact[] {
  const text = turns.map((turn) => turn.replaceAll('\n', ' ')).join('\n')
  const { entities, statements } = extract(text, { isDialogue: true, includesPast: true })
  const facts: DialogueFact[] = []
  const nameOf = (party: Party): string => {
    const [start, end] = party === 'speaker' ? [0, 0] : entities[party]!.names[0]!
    return text.substring(start, end)
  }
  for (const { subject, relation } of statements) {
    const known = relation === null ? undefined : kinds.get(relation.type)
    if (relation === null || known === undefined) continue
    const ends = [nameOf(subject), nameOf(relation.object)]
    const [from = '', to = ''] = known[1] ? ends.reverse() : ends
    const fact = { relation: known[0], from, to }
    if (from !== to && !facts.some((other) => isSame({ aliases }, other, fact))) facts.push(fact)
  }
  return facts
}

const kinds = new Map<string, readonly [DialogueRelation, isInverse: boolean]>([
  ['lives_in', ['residence', false]],
  ['works_at', ['employer', false]],
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
