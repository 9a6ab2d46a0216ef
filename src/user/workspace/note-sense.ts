import { isAlike, type Likeness, likenessOf } from '../../text/likeness.js'
import { likenessKeys } from '../../text/likeness-keys.js'
import type { Span } from '../../text/span.js'
import { extract } from '../extraction/extract.js'

/** What of a note is compared with others of its workspace: by rules alone, pure. */
export interface NoteSense {
  readonly likeness: Likeness
  /** The text without what tells two like it apart: numbers, and whether it denies. */
  readonly frame: string
  /** What was left out of the frame. */
  readonly denies: boolean
  readonly numbers: string
  /** Numbers that name what it is about: `ticket 123`. */
  readonly named: string
  /** What it is about that can be one way only, and which way it says. */
  readonly subjects: ReadonlyMap<string, string>
}

export function senseOf(text: string): NoteSense {
  const likeness = likenessOf(text)
  return {
    likeness,
    ...framed(likeness.plain, hashed(text)),
    subjects: new Map([...titled(text), ...chosen(text)]),
  }
}

/**
 * `same`: one says what the other says. `contrary`: they are about the same, and say something else of it. `renumbered`:
 * they differ by a number alone, and may as well be about two things.
 */
export type NoteRelation = 'same' | 'contrary' | 'renumbered' | 'apart'

export function relationOf(a: NoteSense, b: NoteSense): NoteRelation {
  // Signs alone say nothing that could be compared.
  if (a.frame === '' || b.frame === '') return 'apart'
  if (a.likeness.plain === b.likeness.plain) return 'same'
  if (a.named === b.named && (a.frame === b.frame || isAlike(a.likeness, b.likeness))) {
    if (a.denies !== b.denies) return 'contrary'
    return a.numbers === b.numbers ? 'same' : 'renumbered'
  }
  for (const [subject, way] of a.subjects) {
    const other = b.subjects.get(subject)
    if (other !== undefined && other !== way) return 'contrary'
  }
  return 'apart'
}

/** Two notes that are not `apart` have one of these in common. */
export function senseKeys({ likeness, frame, subjects }: NoteSense): string[] {
  const alike = likenessKeys(likeness.words).map((key) => `alike ${key}`)
  return [...new Set([`frame ${frame}`, ...alike, ...subjects.keys()])]
}

/** `We never deploy on port 80` is framed as `we deploy on port #`. Where little would be left, it stays as it is. */
function framed(plain: string, hashes: string): Pick<NoteSense, 'frame' | 'denies' | 'numbers' | 'named'> {
  const all = plain.split(' ')
  const named = [...plain.matchAll(NAMED_NUMBER)].map(([name]) => name).join(' ') + hashes
  const kept = all.filter((word) => !DENIALS.has(word) && !FILLERS.has(word)).join(' ')
  const affirmed = kept.replace(CHINESE_DENIAL, '')
  const frame = affirmed.replace(/\d+/g, '#')
  if ((frame.match(/\p{L}/gu)?.length ?? 0) < FEWEST_LETTERS)
    return { frame: plain, denies: false, numbers: '', named }
  const denies = affirmed !== kept || all.some((word) => DENIALS.has(word))
  return { frame, denies, numbers: plain.match(/\d+/g)?.join(' ') ?? '', named }
}

/** `#12`, of which comparing takes the sign away. */
function hashed(text: string): string {
  return [...text.matchAll(/#\d+/g)].map(([name]) => ` ${name}`).join('')
}

/** `Database: PostgreSQL 16`. A label such as `Decision:` names no subject. */
function titled(text: string): [string, string][] {
  const match = /^[\s#*>-]{0,20}([^\n:：]{2,80})(?::\s|：)/u.exec(text)
  const title = likenessOf(match?.[1] ?? '').plain
  if (match === null || title === '' || title.split(' ').length > TITLE_WORDS || LABELS.has(title)) return []
  const rest = likenessOf(text.substring(match[0].length)).plain // slice-ok: behind a colon
  return rest === '' ? [] : [[`title ${title}`, rest]]
}

/** What was chosen for what, and over what, as rules read it. */
function chosen(text: string): [string, string][] {
  const { decisions, entities } = extract(text)
  const said = ([start, end]: Span) => likenessOf(text.substring(start, end)).plain // slice-ok: borders of words
  return decisions.flatMap(({ choice, alternatives, appliesTo }) => {
    if (choice === null) return []
    const way = said(choice)
    const things = appliesTo.flatMap((place) => entities[place]?.names.slice(0, 1) ?? []).map(said) // slice-ok: a list
    const pairs = alternatives.map((other) => [way, said(other)].sort().join(' | '))
    return [...things.map((thing) => `for ${thing}`), ...pairs.map((pair) => `between ${pair}`)].map(
      (subject): [string, string] => [subject, way],
    )
  })
}

// A Chinese sentence of two words has as many.
const FEWEST_LETTERS = 4
const TITLE_WORDS = 8

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

// As `likenessOf` parts them: `don't` is two words.
const DENIALS = words(
  'not no never none nothing neither nor without cannot avoid t don doesn didn won isn aren wasn shouldn mustn couldn wouldn',
)
const NAMED_NUMBER = /\b(?:ticket|issue|release|version|pr)s?(?: v?\d+)+/g
const FILLERS = words('do does did always only please')
const CHINESE_DENIAL = /不要|不能|不可|不|没有|没|別|别|勿/gu
const LABELS = words(
  'decision decided convention pitfall outcome note notes rule todo important warning tip result update fyi',
)
