import { clip } from '../../text/clip.js'

/** What a memory claims about its user, in the wording of systems that let a model write memories. */
export interface ProfileStatement {
  readonly attribute: 'name' | 'age' | 'home' | 'employer' | 'profession'
  /** In lower case, without an article. */
  readonly value: string
}

/** `User's name is Alex`, `Lives in Seattle`, `用户住在北京`; undefined for all else. */
export function profileStatement(text: string): ProfileStatement | undefined {
  if (text.length > LONGEST_CHARS) return undefined
  for (const [attribute, form] of FORMS) {
    const value = form.exec(text.trim())?.[1]
    if (value !== undefined) return { attribute, value: plain(value) }
  }
  return undefined
}

function plain(value: string): string {
  return clip(value.toLowerCase(), LONGEST_CHARS)
    .replace(/^(?:an?|the)\s+/, '')
    .replace(/[\s.。,，!！]+$/, '')
}

const LONGEST_CHARS = 160

const USER = `^(?:the )?user(?:'s)?`

const FORMS: readonly (readonly [ProfileStatement['attribute'], RegExp])[] = [
  ['name', new RegExp(`(?:${USER} name is|${USER} is (?:called|named)|^name(?: is|:)) (.+)$`, 'i')],
  ['name', /^用户(?:的名字)?(?:叫|是叫|名叫|名字是)(.+)$/],
  [
    'age',
    new RegExp(
      String.raw`(?:${USER} is|${USER} age is|^age(?: is|:)|^is) (\d{1,3})(?:[- ]years?[- ]old)?\W*$`,
      'i',
    ),
  ],
  ['age', /^用户(?:今年)?(\d{1,3})岁/],
  ['home', new RegExp(`(?:${USER} |^)(?:lives|resides|is (?:based|located)) in (.+)$`, 'i')],
  ['home', /^用户住在(.+)$/],
  ['employer', new RegExp(`(?:${USER} |^)(?:works|is employed) (?:at|for|by) (.+)$`, 'i')],
  ['employer', /^用户在(.+?)(?:工作|上班)/],
  ['profession', new RegExp(`(?:${USER} |^)works as (.+)$`, 'i')],
  [
    'profession',
    new RegExp(
      String.raw`${USER} is an? ((?:\w+ ){0,3}(?:engineer|developer|designer|teacher|doctor|nurse|student|manager|scientist|writer|lawyer|analyst|consultant|researcher))\W*$`,
      'i',
    ),
  ],
  ['profession', /^用户是(?:一名|一位)(.+)$/],
]
