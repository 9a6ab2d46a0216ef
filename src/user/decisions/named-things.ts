import { fold } from '../../text/fold.js'
import type { Span } from '../../text/span.js'
import { productName, productSort } from './product-names.js'

/** A product-like name in a text. */
export interface NamedThing {
  /** In which names are compared: `sqlite` for SQLite3 and for the middle of ncruces/go-sqlite3. */
  readonly name: string
  readonly span: Span
  /** Whether it reads like a name by itself; a capital at the head of a sentence alone does not say. */
  readonly isSure: boolean
  /** Part of a path or of a hyphenated identifier, as packages are called. */
  readonly isInPath: boolean
}

/** Every product-like name: known products however they are written, and what is written as a name. One pass. */
export function namedThings(text: string, [from, to]: Span): NamedThing[] {
  const found: NamedThing[] = []
  let isHead = true
  const place = text.substring(from, to) // slice-ok: only looked at
  for (const match of place.matchAll(WORD)) {
    const word = match[0]
    const start = from + match.index
    const isPath = /[/@_]/.test(word) || /[a-z]-[a-z]/.test(word)
    let at = start
    for (const piece of word.split(SEPARATORS)) {
      // `Go with …` is no language.
      const name = piece === 'Go' && !isVerb(text, at) ? 'golang' : comparable(piece)
      const isKnown = productSort(name) !== undefined && !isOrdinary(piece)
      const isLikeName = isKnown || isPath || isWrittenAsName(piece)
      if (isNameable(name) && (isLikeName || isCapital(piece))) {
        found.push({
          name,
          span: [at, at + piece.length],
          isSure: isLikeName || !isHead,
          isInPath: isPath,
        })
      }
      at += piece.length + 1
    }
    isHead = SENTENCE_END.test(text.charAt(start + word.length))
  }
  return found
}

function isVerb(text: string, at: number): boolean {
  return BEHIND_GO.some((word) => text.startsWith(` ${word} `, at + 'Go'.length))
}

const BEHIND_GO = ['with', 'for', 'ahead', 'on', 'to', 'live', 'back', 'all'] as const

// Linear: one class of characters, no repetition inside of it.
const WORD = /[\p{L}\p{N}@/._+#-]+/gu
const SEPARATORS = /[@/._-]/
const SENTENCE_END = /[.!?:;。！？：；\n]/

/** In small letters, without a version behind it; of what goes by several names the one. */
function comparable(word: string): string {
  const form = fold(word).replace(/\+\+$/, 'plusplus').replace(/#$/, 'sharp').replace(/[+#]/g, '')
  const known = productName(form)
  if (productSort(known) !== undefined) return known
  return productName(form.replace(/\d+$/, ''))
}

/** Whether two names are of the same thing. */
export function isSameThing(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length >= SHORTEN_FROM && long.startsWith(short) && ENDINGS.has(long.replace(short, ''))
}

const SHORTEN_FROM = 4
const ENDINGS: ReadonlySet<string> = new Set(['sql', 'ql', 'db', 'js', 'mq', 'lang', 'io', 's', 'app'])

function isWrittenAsName(piece: string): boolean {
  return (
    /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(piece) || (/^\p{L}+\d+$/u.test(piece) && /\p{Ll}/u.test(piece))
  )
}

function isCapital(piece: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(piece)
}

/** Products that are called like ordinary words are meant only with a capital. */
function isOrdinary(piece: string): boolean {
  return ORDINARY.has(piece)
}

const ORDINARY: ReadonlySet<string> = new Set(
  (
    'react express next spring echo fiber rocket phoenix rest render fly swarm teams slack signal zoom linear monday ' +
    'shortcut notion atom sublime chef puppet drone bamboo concourse square lit alpine ember realm oracle aurora neon ' +
    'swift rust dart julia nim zig lua ruby perl java python go bun yarn jest mocha emotion sketch ghost hugo sanity ' +
    'windows excel sphinx solid gin flask falcon maria rabbit elastic neo dynamo influx cockroach loki envoy apache ' +
    'ts js py rb tf pg travis clerk gemini llama resend temporal chroma shopify git make pulsar parcel'
  ).split(' '),
)

function isNameable(name: string): boolean {
  return name.length >= 2 && /\p{L}/u.test(name) && !GENERIC.has(name) && !isAbstract(name)
}

/** Words for what a thing is or does, and what stands at the head of sentences. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    'go js ts py rb db sql nosql api sdk cli ui ux app apps io com org net www http https lib libs core client server ' +
    'driver engine service services system tool tools framework library language database data store storage cache ' +
    'queue cloud web mobile desktop backend frontend full text search pure single multi open source binary native ' +
    'production grade built in zero low high real time end to non pre post self team teams user users customer ' +
    'customers our we the a an it its this that these those they i you my your he she his her their there here and ' +
    'or but so because since as if when while for from with without of on at by over under also already most more ' +
    'less many few all every each any no not none nobody nothing everyone everything both either neither one two ' +
    'three first second third good better best bad easy simple fast cheap mature proven stable safe strong great ' +
    'cost costs price budget speed performance latency throughput scale security support community docs ' +
    'documentation hiring talent license licence legal compliance risk quality memory disk cpu gpu ram code build ' +
    'test tests deploy release queries query joins join schema table tables index indexes backup backups replication ' +
    'transactions transaction consistency availability operations maintenance migration migrations developers ' +
    'engineers management marketing sales finance staff junior senior people time money effort week month year ' +
    'today now later soon never always only just even still once first finally additionally furthermore moreover ' +
    'however therefore also overall existing current new old large small big long short decision reason reasons ' +
    'reasoning rationale why trade offs tradeoffs option options alternative alternatives context status use using ' +
    'used need needs have has had is are was were will would can could should must may might do does did get gets ' +
    'gives give makes make works work runs run keeps keep lets let helps help allows allow means requires ' +
    'english chinese european american monday tuesday wednesday thursday friday saturday sunday january february ' +
    'march april june july august september october november december europe asia'
  ).split(' '),
)

function isAbstract(name: string): boolean {
  return productSort(name) === undefined && ABSTRACT.test(name)
}

const ABSTRACT = /(?:tion|sion|ity|ing|ment|ness|ance|ence|ency|ancy|ship|ism|ably|ally|ers|ors|ies)$/
