import { redact } from '../../text/redact.js'

/**
 * Whether a text holds what is to be kept in no record: what {@link redact} masks by its shape, and what only is called a
 * password, a key, a card's or a passport's number. Linear: words are looked for, and runs of bounded length.
 */
export function holdsSecret(text: string): boolean {
  return (
    NAMED.test(text) ||
    VALUED.test(text) ||
    CHINESE.test(text) ||
    OFFICIAL.test(text) ||
    redact(text).masked > 0 ||
    hasKeyRun(text) ||
    hasCardNumber(text)
  )
}

const NAMED =
  /\b(?:password|passwd|passphrase|passcode|pin(?: code| number)?|api[_ -]?key|secret(?: key)?|access[_ -]?token|private key|security code|cvv|recovery (?:code|phrase)|seed phrase|one-time code)\b\s{0,3}(?:is|are|:|=|to|was)\s?|(?:密码|口令|验证码|私钥|密钥|助记词)(?:是|为|[:：=])/iu

/** Such words speak of many things: only with a value behind them, which has a digit. */
const VALUED =
  /\b(?:token|log-?in|credentials?|password|passwd|passphrase|passcode|pin|passport|ssn|social security|national id|tax id|iban|(?:bank|credit|debit) card|account|routing|driver['’]?s licen[cs]e|licen[cs]e key|(?:door|gate|entry|alarm|lock|safe|access) code)(?: (?:number|no\.?|code|data|details|for [\w-]{1,20}))?\s{0,3}(?:is|are|was|:|=)?\s{0,3}["'‘“(]?(?=\S{4})[^\s]{0,40}\d/iu

const CHINESE =
  /(?:密码|口令|验证码|密钥|身份证|银行卡|护照|社保|账号|帐号|账户|卡号|门禁)(?:号码?|码)?\s{0,3}(?:是|为|[:：=])?\s{0,3}[A-Za-z\d][\w@./-]{3}/iu

/** Numbers of accounts and of persons, and the heading of a key that was cut off; keys and tokens {@link redact} knows. */
const OFFICIAL =
  /\b[A-Z]{2}\d\d(?: ?[A-Z0-9]{4}){3}|\b\d{3}-\d{2}-\d{4}\b|(?<!\d)\d{17}[\dXx](?![\dXx])|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/u

/** A run of letters and digits, mixed: a key, a hash. Words with a number behind them (`ReportBuilder2024`) are none. */
function hasKeyRun(text: string): boolean {
  for (const [run] of text.matchAll(/[A-Za-z0-9]{16,}/g)) {
    if (/\d/.test(run) && /[A-Za-z]/.test(run) && !/^[A-Za-z]+\d{1,4}$/.test(run)) return true
  }
  return false
}

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
