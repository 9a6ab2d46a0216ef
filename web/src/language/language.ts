import { computed } from '@preact/signals'
import { preferences } from '../shell/preferences.js'

export type Language = 'en' | 'zh'

/** What the page is written in: as chosen, else the first that the browser's person reads. */
export const language = computed<Language>(() => {
  const { language: chosen } = preferences.value
  if (chosen !== 'system') return chosen
  const first = navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en'
  return first.toLowerCase().startsWith('zh') ? 'zh' : 'en'
})

/** A text, or how one is made: `(count: number) => …`. */
type Word = string | ((...given: never[]) => string)
type Words = Readonly<Record<string, Word>>
type Translated<E extends Words> = {
  readonly [K in keyof E]: E[K] extends (...given: infer G) => string ? (...given: G) => string : string
}

type Translate<E extends Words> = <K extends keyof E>(
  key: K,
  ...given: E[K] extends (...given: infer G) => string ? G : []
) => string

/**
 * The words of one place in both languages, with the same keys: `const t = words({ en: …, zh: … })`, then `t('title')`
 * or `t('hits', 3)`. What calls it while it draws is drawn anew when the language changes.
 */
export function words<E extends Words>({
  en,
  zh,
}: {
  readonly en: E
  readonly zh: Translated<E>
}): Translate<E> {
  const of: Record<Language, Words> = { en, zh }
  return (key, ...given) => {
    const word = of[language.value][key as string]
    return typeof word === 'function' ? (word as (...given: unknown[]) => string)(...given) : (word ?? '')
  }
}
