/** How a secret looks, and what stands before it. */
export interface SecretShape {
  /** Its first group stays, its second is the secret. Of bounded length, or read once. */
  readonly shape: RegExp
  /** `next`: the character behind the value. */
  readonly isSecret: (value: string, shown: string, next: string) => boolean
}

const certainly = () => true

/** Behind no letter; but behind an escaped line break or tab of JSON, and behind the colour of a terminal. */
const ESCAPED = String.raw`(?<=\\[nrtbf])|(?<=(?:\u001b|\\u001b|\\x1b|\\033)\[[\d;]{0,12}[A-Za-z])`
const apart = (not: string, shape: string, flags = 'g') =>
  new RegExp(String.raw`(?:(?<!${not})|${ESCAPED})${shape}`, flags)

/** Between a name and its value. */
const SET = String.raw`["'\\]{0,8}\]?\s{0,3}(?:=>?|:)\s{0,3}["'\\]{0,8}`
const VALUE = String.raw`((?:[^\s"'\\,;&<>()[\]{}$\x60|…]|&(?!\w{1,40}=)){6,1000})`

export const secretShapes: readonly SecretShape[] = [
  // Tokens of providers whose prefix and length leave no doubt. Names go on with `_` where these do not: `npm_config_…`.
  {
    shape: apart(
      String.raw`\w`,
      String.raw`(gh[pousr]_|hf_|npm_|gsk_|xai-|r8_|pplx-|dop_v1_|shp(?:at|ss|ca|pa)_|lin_api_|ntn_|whsec_|sbp_|[sr]k_(?:live|test)_)([A-Za-z\d]{16,1000})(?!\w|-\w)`,
    ),
    isSecret: (value, shown) => value.length >= (LEAST.get(shown) ?? 20) && isMixed(value),
  },
  {
    shape: apart(
      String.raw`\w`,
      String.raw`(github_pat_|gl(?:pat|rt|dt|ptt|cbt)-|glsa_|pypi-AgE|GOCSPX-|figd_|tskey-(?:auth|api)-|sq0(?:atp|csp)-|ya29\.|hv[sb]\.|xox[abeoprs]-|xapp-|dckr_pat_|sntry[su]_|sb_secret_|pcsk_|lsv2_(?:pt|sk)_|AIza|SG\.[\w-]{22}\.)([\w-]{16,1000})`,
    ),
    isSecret: (value) => value.length >= 20 && isMixed(value),
  },
  // A key of this very program.
  {
    shape: apart(String.raw`\w`, String.raw`(rk_[\da-f]{16}_)([\w-]{43})(?![\w-])`),
    isSecret: certainly,
  },
  { shape: apart(String.raw`\w`, String.raw`(dapi)([\da-f]{32})(?!\w)`), isSecret: certainly },
  { shape: apart(String.raw`\w`, String.raw`(A(?:KIA|SIA))([A-Z\d]{16})(?![\w+/])`), isSecret: certainly },
  { shape: apart(String.raw`[\w:]`, String.raw`(\d{8,10}:)(AA[\w-]{33})(?![\w-])`), isSecret: certainly },
  {
    shape: apart(String.raw`[\w-]`, String.raw`(AGE-SECRET-KEY-1)([A-Z\d]{58})(?!\w)`),
    isSecret: certainly,
  },
  // Of a bot of Discord: its number in Base64, a time, a signature.
  {
    shape: apart(String.raw`[\w.-]`, String.raw`([MNO])([\w-]{22,26}\.[\w-]{6}\.[\w-]{27,40})(?![\w.-])`),
    isSecret: isMixed,
  },
  { shape: /(hooks\.slack\.com\/services\/)([A-Z\d]{8,14}\/[A-Z\d]{8,14}\/\w{20,30})/g, isSecret: certainly },
  { shape: /(discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/)([\w-]{60,80})/g, isSecret: certainly },
  // Words are written with hyphens too: `sk-learn-contrib`.
  {
    shape: apart(String.raw`[\w-]`, String.raw`([spr]k-(?:ant-|proj-|or-v1-|lf-)?)([\w-]{16,1000})`),
    isSecret: isKey,
  },
  {
    shape: apart(String.raw`[\w-]`, String.raw`(eyJ)([\w-]{10,10000}\.[\w-]{10,20000}(?:\.[\w-]{0,10000})?)`),
    isSecret: certainly,
  },
  // In the address of a database a password may hold all that ends an address elsewhere.
  {
    shape:
      /((?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|s?ftp|smtps?):\/\/[^\s/:@"'`<>]{0,200}:)([^\s"'`<>\\,;]{1,400})(?=@[\w[])/g,
    isSecret: isAddressPassword,
  },
  {
    shape: /(?<=\w)(:\/\/[^\s/:@"'`<>]{0,200}:)([^\s/@"'`<>]{1,1000})(?=@)/g,
    isSecret: isAddressPassword,
  },
  { shape: /(https?:\/\/)([\w.~%+-]{16,300})(?=@[\w[])/g, isSecret: isRandom },
  {
    shape: apart(
      String.raw`\w`,
      String.raw`(authorization["'\\]{0,2}\s{0,3}[:=]\s{0,3}["'\\]{0,2}(?:bearer|basic|token|apikey)\s{1,3})([\w.~+/=-]{8,10000})`,
      'gi',
    ),
    isSecret: (value) => /\d|[+/=]/.test(value) || value.length >= 16,
  },
  {
    shape: apart(String.raw`\w`, String.raw`(bearer\s{1,3})([\w.~+/=-]{20,10000})`, 'gi'),
    isSecret: isRandom,
  },
  {
    shape: apart(
      String.raw`\w`,
      String.raw`((?:set-)?cookie["'\\]{0,2}\s{0,3}:\s{0,3}["'\\]{0,2})([^\s"'\\=;]{1,100}=[^\r\n"'\\…]{8,4000})`,
      'gi',
    ),
    isSecret: (value) => (value.match(/=[^;\s]{16,}/g) ?? []).some(isRandom),
  },
  {
    shape: /(_authToken\s{0,3}=\s{0,3})([\w+/=.-]{16,1000})/g,
    isSecret: (value) => UUID.test(value) || isRandom(value),
  },
  // What a program is told on its line.
  {
    shape: apart(
      String.raw`[\w-]`,
      String.raw`(--?(?:password|passwd|passphrase|storepass|keypass)\s{1,3}["']?)${VALUE}`,
      'gi',
    ),
    isSecret: isPassword,
  },
  {
    shape: apart(
      String.raw`[\w-]`,
      String.raw`(--(?:(?:access|auth|api|bearer|bot|github|gitlab)-?)?(?:token|key|secret)\s{1,3}["']?)([\w+/=.~-]{8,2000})`,
      'gi',
    ),
    isSecret: (value) =>
      !UUID.test(value) && !/[./]/.test(value) && groupsOfDigits(value) >= 2 && isMixed(value),
  },
  {
    shape: apart(String.raw`[\w-]`, String.raw`((?:-u|--user)[\s=]{0,3}["']?[\w.@-]{1,64}:)${VALUE}`),
    isSecret: isPassword,
  },
  {
    shape: /(<(?:\w{1,30}[_.-])?(?:password|passwd|passphrase)>)([^<>\s]{6,200})(?=<\/)/gi,
    isSecret: isPassword,
  },
  // What a setting or a field of this name is set to.
  {
    shape: new RegExp(String.raw`((?:password|passwd|passphrase|pwd)${SET})${VALUE}`, 'gi'),
    isSecret: isPassword,
  },
  {
    shape: new RegExp(
      String.raw`((?:_PASS|(?<![A-Za-z])(?:db|smtp|mail|ftp|mysql|redis|user|admin|root)_pass)${SET})${VALUE}`,
      'g',
    ),
    isSecret: isPassword,
  },
  {
    shape: new RegExp(
      String.raw`(?<!public[_-]?key[_-]?)((?:secret|token|credentials?|(?:api|access|account|private|shared|signing|encryption|auth|master|hmac)[_-]?key)(?:[_-]?[A-Za-z]{1,12}){0,2}${SET})([\w+/=.~-]{16,2000})`,
      'gi',
    ),
    isSecret: (value, _, next) => next !== '(' && !isDottedName(value) && isRandom(value),
  },
]

/** Shorter than the usual 20 behind their prefix. */
const LEAST: ReadonlyMap<string, number> = new Map([
  ['sk_live_', 16],
  ['sk_test_', 16],
  ['rk_live_', 16],
  ['rk_test_', 16],
])

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

/** A name has one number, at its end or of some length: `ReportBuilder2024`, `Ed25519PrivateKey`. */
function hasScattered(run: string): boolean {
  return /\d/.test(run) && /[A-Za-z]/.test(run) && !/^[A-Za-z]+(?:\d{1,4}|\d{3,6}[A-Za-z]+)$/.test(run)
}

function groupsOfDigits(value: string): number {
  return value.match(/\d+/g)?.length ?? 0
}

/** `ed25519.Ed25519PrivateKey`: what programs call things. */
function isDottedName(value: string): boolean {
  const parts = value.split('.')
  return (
    parts.length > 1 && parts.every((part) => /^[A-Za-z_]\w{0,60}$/.test(part) && groupsOfDigits(part) < 2)
  )
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** No path, no expression of a program and no word: a password has something else beside its letters. */
function isPassword(value: string, _: string, next: string): boolean {
  if (/^[~./-]|^[A-Za-z]:$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value)) return false
  // A function that is called, and what a hash begins with.
  if (next === '(' && /^[A-Za-z_][\w.]*$/.test(value)) return false
  if (next === '$' && /^(?:pbkdf2|bcrypt|argon2|scrypt|sha\d)/i.test(value)) return false
  return /[A-Za-z]/.test(value) && /[\d!@#%^*+?]/.test(value.replace(/[.!?]$/, ''))
}

/** Neither what everyone writes there nor the port of a host: `://host:8080/@scope`. */
function isAddressPassword(value: string): boolean {
  return !(
    /^\d{1,5}(?:\/|$)/.test(value) ||
    /^(?:pass(?:word|wd)?|pwd|secret|postgres|root|admin|user(?:name)?|test|guest|mysql|redis|token)$/i.test(
      value,
    )
  )
}
