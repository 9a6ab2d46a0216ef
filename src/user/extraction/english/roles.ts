import { setOf } from './lexicon.js'

/** Heads of what somebody is by work. */
const heads = setOf(
  `engineer developer programmer designer manager lead director head chief officer ceo cto cfo coo cio cmo cpo ciso vp svp
  evp president founder co-founder cofounder owner intern analyst scientist researcher architect consultant teacher
  professor lecturer tutor doctor physician surgeon nurse dentist lawyer attorney paralegal writer editor journalist
  reporter student accountant auditor artist illustrator animator chef cook baker barista waiter waitress bartender pilot
  driver mechanic electrician plumber carpenter builder farmer gardener musician singer drummer guitarist actor actress
  dancer photographer filmmaker producer publisher librarian translator interpreter therapist psychologist psychiatrist
  counselor counsellor coach trainer instructor pharmacist veterinarian vet biologist chemist physicist mathematician
  economist historian statistician geologist astronomer admin administrator sysadmin sre devops dba tester qa
  salesperson salesman saleswoman marketer recruiter receptionist secretary assistant cashier clerk banker broker trader
  investor entrepreneur freelancer contractor technician firefighter paramedic soldier detective judge diplomat
  politician nanny tailor hairdresser barber model postdoc strategist specialist planner coordinator supervisor
  principal dean curator operator inspector surveyor realtor agent copywriter blogger hacker maintainer advocate
  evangelist ops partner associate advisor adviser chairman chairwoman chairperson chair policeman policewoman cop
  caterer florist butcher pastor priest rabbi imam reverend monk nun welder miner sailor fisherman courier guard
  ux ui pm em tl swe janitor housewife homemaker retiree paleontologist masseuse masseur sculptor novelist poet author`,
)

/** They end like work but are none. */
const noWork = setOf(
  `fan lover beginner member customer user believer person brother sister mother father daughter number matter winner
  neighbor neighbour stranger vegetarian optimist pessimist perfectionist minimalist feminist christian canadian italian
  indian russian australian brazilian norwegian belgian asian american german iranian ukrainian hungarian egyptian
  palestinian californian parisian drinker eater smoker sleeper speaker thinker learner newcomer starter follower
  supporter hater reader walker morning starter killer doer procrastinator bachelor sucker bummer monster liar loser
  survivor newcomer foreigner beer computer letter paper order answer leader-board corner dinner summer winter
  minor major floor door color error mirror visitor donor teenager toddler owner-operator night-owl partier gamer
  sister-in-law brother-in-law mother-in-law father-in-law pedestrian guardian libertarian
  man woman gentleman human batman superman fellow employer blocker driver-less teetotaler bookworm outsider insider homeowner renter early-riser riser dreamer procrastinator
  christian dancer-in-training twin-sister ender bender offer newsletter folder filter server cluster router adapter
  container layer wrapper helper parser compiler loader controller browser scanner printer monitor editor-in-use`,
)

const endings = /(?:eer|ist|ologist|ician|grapher|worker|keeper|maker|man|woman|master|ier|ier|ant|er|or)$/

/** Whether a noun says what somebody does for a living. */
export function isProfession(head: string): boolean {
  if (noWork.has(head) || (head.includes('-') && !heads.has(head))) return false
  return heads.has(head) || heads.has(singular(head)) || (head.length > 4 && endings.test(head))
}

/** Listed as a role: sure enough to name somebody without an article (`Sarah Chen, product manager`). */
export function isListedRole(head: string): boolean {
  return heads.has(head)
}

function singular(word: string): string {
  return word.endsWith('s') ? word.replace(/s$/, '') : word
}

/** How one is related to somebody who is `my …`, or `Tom's …`. */
export type Kinship =
  | { readonly type: 'spouse_of' | 'sibling_of' | 'friend_of' | 'works_with'; readonly isInverse: false }
  | { readonly type: 'parent_of' | 'reports_to' | 'mentors' | 'manages'; readonly isInverse: boolean }

// `my mother Ana`: Ana parent_of me, so from the other one: inverse. `my boss Ana`: I report to Ana.
const kin = new Map<string, Kinship>([
  ...each('wife husband spouse hubby ex-wife ex-husband', { type: 'spouse_of', isInverse: false } as const),
  ...each('brother sister sibling twin half-brother half-sister stepbrother stepsister bro sis', {
    type: 'sibling_of',
    isInverse: false,
  } as const),
  ...each('friend bestie buddy friends pal bff', { type: 'friend_of', isInverse: false } as const),
  ...each('colleague coworker co-worker teammate colleagues coworkers teammates deskmate', {
    type: 'works_with',
    isInverse: false,
  } as const),
  ...each('mother father mom dad mum mommy daddy parent papa mama stepmother stepfather', {
    type: 'parent_of',
    isInverse: true,
  } as const),
  ...each('son daughter child kid stepson stepdaughter baby', {
    type: 'parent_of',
    isInverse: false,
  } as const),
  ...each('boss manager supervisor', { type: 'reports_to', isInverse: false } as const),
  ...each('report reports assistant assistants secretary', { type: 'reports_to', isInverse: true } as const),
  ...each('mentor', { type: 'mentors', isInverse: true } as const),
  ...each('mentee mentees', { type: 'mentors', isInverse: false } as const),
])

/** What may stand before: `my line manager`; a `product manager` is a role, whosever. */
const kinWords = setOf(`
  line direct new current old older younger elder eldest youngest oldest little big twin best good close dear dearest
  lovely late ex-boss only own half step baby kid two three personal executive former-boss closest great immediate other first second`)

/** How the one described by a noun phrase is related to the one it is of. */
export function kinOf(
  words: readonly { readonly lower: string }[],
  { from, to }: { from: number; to: number },
): Kinship | undefined {
  for (let at = from; at < to - 1; at++) if (!kinWords.has(words[at]!.lower)) return undefined
  return kin.get(words[to - 1]!.lower)
}

/** `ex-wife`, `ex-husband`: a spouse no more. */
export function isFormerSpouse(noun: string): boolean {
  return noun === 'ex-wife' || noun === 'ex-husband'
}

export function kinshipOf(noun: string): Kinship | undefined {
  return kin.get(noun)
}

export const womanly = setOf(
  'wife ex-wife sister mother mom mum mommy mama daughter stepmother stepsister stepdaughter girlfriend half-sister sis aunt niece grandmother grandma',
)
export const manly = setOf(
  'husband ex-husband hubby brother father dad daddy papa son stepfather stepbrother stepson boyfriend half-brother bro uncle nephew grandfather grandpa',
)

function each(words: string, kinship: Kinship): [string, Kinship][] {
  return words.split(' ').map((word) => [word, kinship])
}
