import { maskPrivateKeys } from './private-keys.js'

export interface Redacted {
  readonly text: string
  /** How many secrets were masked and private spans dropped. */
  readonly masked: number
}

/**
 * A text without what nobody meant to keep: `<private>…</private>` spans are dropped, and secrets known by their shape are
 * masked, so that it still says what stood there (`sk-…`). By shape alone: a password in a sentence stays
 * (src/user/memory-extraction/holds-secret.ts sees that too). Linear: every pattern is of bounded length or read once.
 *
 * @example redact('key AKIA' + 'ABCDEFGHIJKLMNOP').text // 'key AKIA…'
 */
export function redact(text: string): Redacted {
  const spoken = dropPrivate(text)
  const keys = maskPrivateKeys(spoken.text, MASK)
  let { masked } = spoken
  masked += keys.masked
  let rest = keys.text
  for (const { shape, isSecret } of SHAPES) {
    rest = rest.replace(shape, (whole: string, shown: string, value: string) => {
      if (isExample(value) || !isSecret(value, shown)) return whole
      masked += 1
      return shown + MASK
    })
  }
  return { text: rest, masked }
}

const MASK = '…'

interface Shape {
  /** Its first group stays, its second is the secret. */
  readonly shape: RegExp
  readonly isSecret: (value: string, shown: string) => boolean
}

const certainly = () => true

const SHAPES: readonly Shape[] = [
  // Tokens of providers whose prefix and length leave no doubt. Names go on with `_` where these do not: `npm_config_…`.
  {
    shape:
      /(?<!\w)(gh[pousr]_|hf_|npm_|gsk_|xai-|r8_|pplx-|dop_v1_|shp(?:at|ss|ca|pa)_|lin_api_|ntn_|whsec_|[sr]k_(?:live|test)_)([A-Za-z\d]{16,1000})(?![\w-])/g,
    isSecret: (value, shown) => value.length >= (LEAST.get(shown) ?? 20) && isMixed(value),
  },
  {
    shape:
      /(?<!\w)(github_pat_|glpat-|glsa_|pypi-AgE|GOCSPX-|figd_|tskey-(?:auth|api)-|sq0(?:atp|csp)-|ya29\.|hvs\.|xox[abeoprs]-|AIza|SG\.[\w-]{22}\.)([\w-]{16,1000})/g,
    isSecret: (value) => value.length >= 20 && isMixed(value),
  },
  { shape: /(?<!\w)(dapi)([\da-f]{32})(?!\w)/g, isSecret: certainly },
  { shape: /(?<!\w)(A(?:KIA|SIA))([A-Z\d]{16})(?![\w+/])/g, isSecret: certainly },
  { shape: /(?<![\w:])(\d{8,10}:)(AA[\w-]{33})(?![\w-])/g, isSecret: certainly },
  { shape: /(?<![\w-])(AGE-SECRET-KEY-1)([A-Z\d]{58})(?!\w)/g, isSecret: certainly },
  { shape: /(hooks\.slack\.com\/services\/)([A-Z\d]{8,14}\/[A-Z\d]{8,14}\/\w{20,30})/g, isSecret: certainly },
  // Words are written with hyphens too: `sk-learn-contrib`.
  { shape: /(?<![\w-])([spr]k-(?:ant-|proj-|or-v1-|lf-)?)([\w-]{16,1000})/g, isSecret: isKey },
  {
    shape: /(?<![\w-])(eyJ)([\w-]{10,10000}\.[\w-]{10,20000}(?:\.[\w-]{0,10000})?)/g,
    isSecret: certainly,
  },
  {
    shape: /(?<=\w)(:\/\/[^\s/:@"'`<>]{0,80}:)([^\s/@"'`<>]{1,200})(?=@)/g,
    isSecret: (value) => !isCommonPassword(value),
  },
  {
    shape:
      /\b(authorization["'\\]{0,2}\s{0,3}[:=]\s{0,3}["'\\]{0,2}(?:bearer|basic|token|apikey)\s{1,3})([\w.~+/=-]{8,10000})/gi,
    isSecret: (value) => /\d|[+/=]/.test(value) || value.length >= 16,
  },
  { shape: /\b(bearer\s{1,3})([\w.~+/=-]{20,10000})/gi, isSecret: isRandom },
  // What a setting or a field of this name is set to.
  {
    shape:
      /((?:password|passwd|passphrase|pwd)["'\\]{0,3}\s{0,3}(?:=>?|:)\s{0,3}["'\\]{0,3})((?:[^\s"'\\,;&<>()[\]{}$`|…]|&(?!\w{1,40}=)){6,200})(?![\w(])/gi,
    isSecret: isPassword,
  },
  {
    shape:
      /((?:secret|token|credentials?|(?:api|access|account|private|shared|signing|encryption|auth)[_-]?key)(?:[_-]?[A-Za-z]{1,12}){0,2}["'\\]{0,3}\s{0,3}(?:=>?|:)\s{0,3}["'\\]{0,3})([\w+/=.~-]{16,2000})(?![(\w])/gi,
    isSecret: isRandom,
  },
]

/** Shorter than the usual 20 behind their prefix. */
const LEAST: ReadonlyMap<string, number> = new Map([
  ['sk_live_', 16],
  ['sk_test_', 16],
  ['rk_live_', 16],
  ['rk_test_', 16],
])

/** What documentation shows in a secret's place. */
function isExample(value: string): boolean {
  return (
    /example|your[_-]|changeme|placeholder|redacted|x{4}|\*{3}|\.{3}|…|^[<${%]/i.test(value) ||
    new Set(value).size < 5
  )
}

/** Words of a name have no digits between their letters. */
function isMixed(value: string): boolean {
  return /\d/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value))
}

/** Behind `sk-`, where a word with a number at its end is no name of anything. */
function isKey(value: string): boolean {
  return isRandom(value) || (/^[A-Za-z\d]{16,}$/.test(value) && isMixed(value))
}

/** A run that no word, name, path or id is. */
function isRandom(value: string): boolean {
  if (UUID.test(value)) return false
  const runs = value.match(/[A-Za-z\d]+/g) ?? []
  if (runs.some((run) => run.length >= 16 && hasScattered(run))) return true
  const letters = runs.join('')
  return (
    letters.length >= 32 &&
    hasScattered(letters) &&
    /[a-z]/.test(letters) &&
    /[A-Z]/.test(letters) &&
    !/[./]/.test(value)
  )
}

/** Digits in several places: a name has a number at its end (`ReportBuilder2024`). */
function hasScattered(run: string): boolean {
  return /\d/.test(run) && /[A-Za-z]/.test(run) && !/^[A-Za-z]+\d{1,4}$/.test(run)
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** No path, no expression of a program and no word: a password has something else beside its letters. */
function isPassword(value: string): boolean {
  if (/^[~./]|^[A-Za-z]:$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)) return false
  return /[A-Za-z]/.test(value) && /[\d!@#%^*+?]/.test(value.replace(/[.!?]$/, ''))
}

function isCommonPassword(value: string): boolean {
  return /^(?:pass(?:word|wd)?|pwd|secret|postgres|root|admin|user(?:name)?|test|guest|mysql|redis|token|\d{1,5})$/i.test(
    value,
  )
}

/** Also where it is never closed: to the end. Of spans inside each other the outermost ends them. */
function dropPrivate(text: string): Redacted {
  let masked = 0
  let rest = ''
  let depth = 0
  let at = 0
  for (const { 0: tag, 1: closes, index } of text.matchAll(PRIVATE)) {
    if (closes === '') {
      if (depth === 0) {
        rest += text.substring(at, index)
        masked += 1
      }
      depth += 1
    } else if (depth > 0) {
      depth -= 1
      at = index + tag.length
    }
  }
  return { text: depth > 0 ? rest : rest + text.substring(at), masked }
}

const PRIVATE = /<(\/?)\s{0,9}private(?:\s[^<>]{0,100})?>/giu
