import { language } from './language.js'

/** Several things beside each other, as a sentence names them. */
export function sayList(parts: readonly string[]): string {
  return parts.join(language.value === 'en' ? ', ' : '、')
}
