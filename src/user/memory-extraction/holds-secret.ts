/**
 * Whether a text holds what is to be kept in no record: a password, a key, a card's number. Linear: words are looked
 * for, and runs of bounded length.
 */
export function holdsSecret(text: string): boolean {
  return NAMED.test(text) || SHAPED.test(text) || hasCardNumber(text)
}

const NAMED =
  /\b(?:password|passwd|passphrase|passcode|pin(?: code| number)?|api[_ -]?key|secret(?: key)?|access[_ -]?token|private key|security code|cvv|recovery (?:code|phrase)|seed phrase|one-time code)\b\s{0,3}(?:is|are|:|=|to|was)\s?|(?:密码|口令|验证码|私钥|密钥|助记词)(?:是|为|[:：=])/iu

const SHAPED =
  /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|glpat|AKIA|ASIA|AIza|npm|pypi)[-_]?[A-Za-z0-9_-]{12,200}|-----BEGIN [A-Z ]{0,30}PRIVATE KEY|\beyJ[A-Za-z0-9_-]{16,400}\.[A-Za-z0-9_-]{4,400}/u

function hasCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){12,18}/g)) {
    const digits = run.replace(/\D/g, '')
    if (passesLuhn(digits)) return true
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    sum += at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
  }
  return sum % 10 === 0
}
