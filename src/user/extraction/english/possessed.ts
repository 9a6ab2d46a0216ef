import type { Party } from '../extracted.js'
import { remember, resolve } from '../memory.js'
import { type Clause, personAt, personsAt, type Scene, type Subject, spanOf, tell } from './clause.js'
import { dateEnd } from './copula.js'
import { organisationAt } from './employers.js'
import { adverbs, be, setOf } from './lexicon.js'
import { isFunctionWord, isPreposition, nameEnd, type Phrase, phraseEnd, thingAt } from './phrases.js'
import { placeAt } from './places.js'
import { relate } from './relate.js'
import { isFormerSpouse, isListedRole, isProfession, kinOf, kinshipOf, manly, womanly } from './roles.js'
import { ofRoles, tellKinship, tellRole } from './roles-of.js'

/** What was read of `my …`, and whom the verb behind it would be about: null where the clause is done. */
export interface Possessed {
  readonly to: number
  readonly subject: Subject | null
}

/** `my name is Ana`, `my wife Ana …`, `Tom's manager is Bo`, `the owner of the site is Ana`. */
export function readPossessed(scene: Scene, at: number): Possessed | null {
  const { words } = scene
  const owned = ownedAt(scene, at)
  if (owned === null) return null
  const { noun, owner } = owned
  const head = headOf(words, noun)
  if (isFormerSpouse(head) && !scene.draft.includesPast) return null
  const isRole =
    !favourites.has(words[noun.from]!.lower) && (kinOf(words, noun) !== undefined || isProfession(head))
  const next = isRole && noun.to > at ? words[noun.to]?.lower : undefined
  // `my wife Ana`, `my wife, Ana,`
  const nameFrom = next === ',' ? noun.to + 1 : noun.to
  if (isRole && !be.has(next ?? '')) {
    const person = personAt(scene, nameFrom)
    if (person !== null && words[nameFrom]!.lower !== 'me') {
      const close = words[person.to]?.lower
      if (next !== ',' || close === ',' || close === undefined) {
        const subject: Subject = {
          parties: [person.party],
          kind: 'person',
          from: at,
          to: person.to,
          name: person,
        }
        rememberByRole(scene, person.party, head)
        const clause: Clause = { ...scene, subject, isNegated: false, adverb: null }
        const kinship = kinOf(words, noun)
        if (kinship !== undefined) tellKinship(clause, kinship, owner, noun)
        else tellRole(clause, noun, false)
        return { to: close === ',' && next === ',' ? person.to + 1 : person.to, subject }
      }
    }
    return readThird(scene, owned, at)
  }
  if (isRole && words[noun.to]?.lower === "'s" && words[noun.to + 1]?.lower === 'name') {
    return readNamed(scene, owned, at, noun.to + 2)
  }
  const is = verbAt(words, words[at]!.lower === 'mine' ? at + 1 : noun.to)
  const verb = words[is]?.lower === 'called' || words[is]?.lower === 'named' ? (isRole ? is + 1 : is) : is
  if (verb < 0) return null
  const clause: Clause = {
    ...scene,
    subject: {
      parties: [owner],
      kind: owner === 'speaker' ? 'speaker' : 'person',
      from: at,
      to: Math.max(noun.to, at + 1),
      name: noun,
    },
    isNegated: false,
    adverb: null,
  }
  if (preferred.has(words[noun.from]!.lower) && noun.to - noun.from > 1) {
    const to = phraseEnd(words, verb)
    if (to === verb || isPreposition(words[verb]!.lower)) return null
    tell(clause, { category: 'preference', value: { from: verb, to } })
    return { to, subject: null }
  }
  if (isRole && !attributes.has(head)) {
    const { items, to } = personsAt(scene, verb)
    if (items.length === 0) {
      // `the importer is part of …` may be a thing that is named like work
      if (words[at]!.lower === 'the' && !isListedRole(head)) return null
      return readThird(scene, owned, at) ?? { to: verb, subject: null }
    }
    const kinship = kinOf(words, noun)
    for (const person of items) {
      rememberByRole(scene, person.party, head)
      const subject: Subject = {
        parties: [person.party],
        kind: 'person',
        from: at,
        to: person.to,
        name: person,
      }
      if (kinship !== undefined) tellKinship({ ...clause, subject }, kinship, owner, noun)
      else tellRole({ ...clause, subject }, noun, false)
    }
    const parties = items.map(({ party }) => party)
    return { to, subject: { parties, kind: 'person', from: at, to, name: items[0]! } }
  }
  const end = readAttribute(clause, noun, verb)
  return end < 0 ? null : { to: end, subject: null }
}

/** `my wife`, said of the only other one in a dialogue. */
function readThird(scene: Scene, { noun, owner }: Owned, at: number): Possessed | null {
  const { third } = scene.memory
  const kinship = kinOf(scene.words, noun)
  if (third === null || owner !== 'speaker' || kinship?.type !== 'spouse_of') return null
  const subject: Subject = { parties: [third], kind: 'person', from: at, to: noun.to, name: noun }
  tellKinship({ ...scene, subject, isNegated: false, adverb: null }, kinship, owner, noun)
  return { to: noun.to, subject }
}

/** `my mom's name is Lakshmi`. */
function readNamed(scene: Scene, { noun, owner }: Owned, at: number, from: number): Possessed | null {
  const verb = verbAt(scene.words, from)
  const person = verb < 0 ? null : personAt(scene, verb)
  const kinship = kinOf(scene.words, noun)
  if (person === null || kinship === undefined) return null
  rememberByRole(scene, person.party, scene.words[noun.to - 1]!.lower)
  const subject: Subject = { parties: [person.party], kind: 'person', from: at, to: person.to, name: person }
  tellKinship({ ...scene, subject, isNegated: false, adverb: null }, kinship, owner, noun)
  return { to: person.to, subject }
}

function rememberByRole(scene: Scene, party: Party, head: string): void {
  remember(scene.memory, party, womanly.has(head) ? 'she' : manly.has(head) ? 'he' : null)
}

interface Owned {
  readonly owner: Party
  readonly noun: Phrase
}

function ownedAt(scene: Scene, at: number): Owned | null {
  const { words, isChat } = scene
  const first = words[at]
  if (first === undefined) return null
  if (first.lower === 'my' || first.lower === 'our') return nounBehind(scene, at + 1, 'speaker')
  if (first.lower === 'mine') return mineAt(scene, at)
  if (first.lower === 'his' || first.lower === 'her') {
    const owner = resolve(scene.memory, first.lower === 'his' ? 'he' : 'she')
    const owned = owner === null ? null : nounBehind(scene, at + 1, owner)
    return owned !== null && isTellingNoun(words[owned.noun.to - 1]!.lower) ? owned : null
  }
  if (first.lower === 'name' && words[at + 1]?.lower === "'s")
    return { owner: 'speaker', noun: { from: at, to: at + 1 } }
  if (first.lower === 'the') {
    if (words[at + 1]?.lower === 'name') return { owner: 'speaker', noun: { from: at + 1, to: at + 2 } }
    const noun = nounBehind(scene, at + 1, 'speaker')
    // `the tech lead is Marcus`: a role of the speaker's world
    return noun !== null && isProfession(headOf(words, noun.noun)) ? noun : null
  }
  const end = nameEnd(words, at, isChat)
  if (end === at || words[end]?.lower !== "'s") return null
  const noun = nounBehind(scene, end + 1, 0)
  if (noun === null) return null
  if (!isTellingNoun(words[noun.noun.to - 1]!.lower)) return null
  const person = personAt(scene, at)
  return person === null ? null : { ...noun, owner: person.party }
}

function isTellingNoun(head: string): boolean {
  return kinshipOf(head) !== undefined || attributes.has(head) || isProfession(head)
}

/** `Tom's favourite editor is Vim, mine is Helix`: the noun is that of the other. */
function mineAt(scene: Scene, at: number): Owned | null {
  const { words } = scene
  if (!be.has(words[at + 1]?.lower ?? '')) return null
  for (let back = at - 1; back > 0; back--) {
    if (!owners.has(words[back]!.lower)) continue
    const owned = nounBehind(scene, back + 1, 'speaker')
    const isOver =
      owned === null ||
      owned.noun.to >= at ||
      (isProfession(headOf(words, owned.noun)) && !favourites.has(words[owned.noun.from]!.lower))
    return isOver ? null : owned
  }
  return null
}

const owners = setOf("'s his her their your the")

function nounBehind({ words }: Scene, at: number, owner: Party): Owned | null {
  const phrase = thingAt(words, at, nounStops)
  if (phrase === null || phrase.from !== at) return null
  // a name behind the noun is whom it is: `my manager Sarah`
  let { to } = phrase
  for (let next = phrase.from + 1; next < to; next++) {
    const word = words[next]!
    if (word.isCapital && kinOrRole(words[next - 1]!.lower)) to = next
    else if (
      kinshipOf(words[next - 1]!.lower) !== undefined &&
      !isProfession(word.lower) &&
      word.lower !== 'tongue'
    )
      to = next
  }
  // `our head of sales`
  if (words[to]?.lower === 'of' && ofRoles.has(words[to - 1]!.lower)) {
    const what = thingAt(words, to + 1, nounStops)
    if (what !== null) to = what.to
  }
  return { owner, noun: { from: phrase.from, to } }
}

/** `head` of `head of sales`. */
function headOf(words: Scene['words'], { from, to }: Phrase): string {
  for (let at = from + 1; at < to; at++) if (words[at]!.lower === 'of') return words[at - 1]!.lower
  return words[to - 1]!.lower
}

function kinOrRole(lower: string): boolean {
  return kinshipOf(lower) !== undefined || isProfession(lower)
}

const nounStops = setOf("at in on for with from to of into over about by under out up down off away back 's")

/** Behind `is`, `'s` and adverbs; -1 where no such verb stands, or it is negated. */
function verbAt(words: Scene['words'], from: number): number {
  let at = from
  while (adverbs.has(words[at]?.lower ?? '')) at++
  const { lower = '' } = words[at] ?? {}
  if (!be.has(lower) && lower !== ':') return -1
  at++
  while (adverbs.has(words[at]?.lower ?? '')) at++
  return words[at]?.lower === 'not' || words[at]?.lower === 'no' ? -1 : at
}

const favourites = setOf('favorite favourite fave fav')
const noFavourite = setOf('part thing bit way one moment time things parts')

const preferred = setOf('go-to preferred default usual')

type ValueOf = (clause: Clause, at: number) => number

const attributes = new Map<string, { readonly key: string; readonly read: ValueOf }>([
  ['name', { key: 'name', read: (clause, at) => nameValue(clause, at) }],
  ['birthday', { key: 'birthday', read: dateValue }],
  ['birth', { key: 'birthday', read: dateValue }],
  ['age', { key: 'age', read: (clause, at) => (clause.words[at]?.kind === 'number' ? at + 1 : at) }],
  ...of('profession', 'job profession occupation', workEnd),
  ...of('role', 'role title position', (clause, at) => phraseEnd(clause.words, at)),
  ...of('timezone', 'timezone time-zone', (clause, at) => phraseEnd(clause.words, at)),
  ...of('language', 'tongue', (clause, at) => phraseEnd(clause.words, at)),
])

function of(key: string, nouns: string, read: ValueOf): [string, { key: string; read: ValueOf }][] {
  return nouns.split(' ').map((noun) => [noun, { key, read }])
}

function nameValue({ words, isChat }: Clause, at: number): number {
  const to = nameEnd(words, at)
  if (to > at) return to
  const word = words[at]
  return isChat && word?.kind === 'word' && !isSaidOfNames(word.lower) ? at + 1 : at
}

/** `my name is on the list`, `is misspelled`, `is mud`. */
function isSaidOfNames(lower: string): boolean {
  return (
    isFunctionWord(lower) || adverbs.has(lower) || noName.has(lower) || /(?:ed|ing|elt|able|ful)$/.test(lower)
  )
}

const noName = setOf(
  'mud wrong missing gone written unknown hard easy long short common rare unusual fine correct incorrect right too so very visible blank empty',
)
const spelt = setOf('spelled spelt written')

/** A phrase whose last word is work: `my job is killing me` is none. */
function workEnd({ words }: Clause, at: number): number {
  const phrase = thingAt(words, at, nounStops)
  return phrase !== null && isProfession(words[phrase.to - 1]!.lower) ? phraseEnd(words, at) : at
}

function dateValue(clause: Clause, at: number): number {
  const from = clause.words[at]?.lower === 'on' ? at + 1 : at
  return dateEnd(clause, from)
}

function readAttribute(clause: Clause, noun: Phrase, at: number): number {
  const { words } = clause
  const head = words[noun.to - 1]!.lower
  const first = words[noun.from]!.lower
  const isFavourite = favourites.has(first)
  if (isFavourite && noun.to - noun.from > 1) {
    if (noFavourite.has(head)) return -1
    const to = words[at]?.kind === 'noise' ? at + 1 : phraseEnd(words, at)
    if (to === at || isPreposition(words[at]!.lower)) return -1
    tell(clause, {
      category: 'preference',
      attribute: favouriteKey(words, noun.from + 1, noun.to),
      value: { from: at, to },
    })
    return to
  }
  if (head === 'zone' && words[noun.to - 2]?.lower === 'time')
    return tellValue(clause, 'timezone', at, phraseEnd(words, at))
  if (head === 'language' || head === 'tongue') {
    if (!['native', 'first', 'mother', 'preferred', 'main', 'primary'].includes(first)) return -1
    return tellValue(clause, 'language', at, phraseEnd(words, at))
  }
  if (
    ['city', 'home', 'location', 'residence', 'address', 'base'].includes(head) &&
    noun.to - noun.from <= 2
  ) {
    const from = words[at]?.lower === 'in' ? at + 1 : at
    const place = placeAt(clause, from)
    if (place === null) return -1
    const party = clause.draft.mention(spanOf(words, place), 'place')
    relate(clause, 'lives_in', { ...place, party }, { attribute: 'location' })
    return place.to
  }
  if ((head === 'employer' || head === 'company') && noun.to - noun.from <= 2) {
    const phrase = organisationAt(clause, at)
    if (phrase === null) return -1
    const party = clause.draft.mention(spanOf(words, phrase), 'organisation')
    relate(clause, 'works_at', { ...phrase, party }, { attribute: 'employer' })
    return phrase.to
  }
  if (head === 'project' || head === 'thesis') return readProject(clause, at)
  const attribute = attributes.get(head)
  if (attribute === undefined || (noun.to - noun.from > 2 && head !== 'birth')) return -1
  if (attribute.key === 'name' && noun.to - noun.from > 1 && first !== 'full' && first !== 'first') return -1
  const isArticle =
    words[at]?.lower === 'a' ||
    words[at]?.lower === 'an' ||
    words[at]?.lower === 'the' ||
    words[at]?.lower === 'on'
  const isSpelt = attribute.key === 'name' && spelt.has(words[at]?.lower ?? '')
  const from = isArticle || isSpelt ? at + 1 : at
  const key = attribute.key === 'role' && clause.subject.kind === 'speaker' ? 'profession' : attribute.key
  return tellValue(clause, key, from, attribute.read(clause, from))
}

function readProject(clause: Clause, at: number): number {
  const { words } = clause
  const isCalled = words[at]?.lower === 'called' || words[at]?.lower === 'named'
  const phrase = thingAt(words, isCalled ? at + 1 : at)
  const isTold = isCalled || words[at]?.lower === 'a' || words[at]?.lower === 'an'
  if (phrase === null || (!isTold && !words[phrase.from]!.isCapital)) return -1
  const object = clause.draft.mention(spanOf(words, phrase), 'project')
  tell(clause, { category: 'project', value: phrase, relation: { type: 'works_on', object } })
  return phrase.to
}

/** The noun of a key, in the singular. */
function singular(noun: string): string {
  if (noun.endsWith('series') || noun.endsWith('species') || noun.length < 4) return noun
  return noun
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|ss|x)es$/, '$1')
    .replace(/([^su])s$/, '$1')
}

/** The noun behind `favourite`, as it stands in a key. */
export function favouriteKey(words: Scene['words'], from: number, to: number): string {
  const what = words.slice(from, to).map(({ lower }) => american.get(lower) ?? lower)
  return `favorite.${singular(what.join(' '))}`
}

function tellValue(clause: Clause, attribute: string, from: number, to: number): number {
  if (to <= from) return -1
  tell(clause, { category: 'identity', attribute, value: { from, to } })
  return to
}

/** Nouns as they stand in keys. */
const american = new Map([
  ['colour', 'color'],
  ['colours', 'color'],
  ['flavour', 'flavor'],
  ['humour', 'humor'],
  ['neighbour', 'neighbor'],
  ['neighbourhood', 'neighborhood'],
  ['theatre', 'theater'],
  ['programme', 'program'],
  ['licence', 'license'],
  ['centre', 'center'],
  ['jewellery', 'jewelry'],
  ['doughnut', 'donut'],
  ['yoghurt', 'yogurt'],
])
