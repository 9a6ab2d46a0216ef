import { effect, signal } from '@preact/signals'

export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  readonly language: 'system' | 'en' | 'zh'
}

const KEY = 'recollect.preferences'
const usual: Preferences = { theme: 'system', language: 'system' }

/** How this browser's person wants the page to look; kept there, and sent nowhere. */
export const preferences = signal<Preferences>(read())

export function prefer(changes: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...changes }
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences.value))
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
}

/** Puts theme onto the document, where the style sheets look for it. */
export function applyPreferences(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = preferences.value.theme
  })
}

function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return {
      theme: ['light', 'dark'].includes(kept.theme) ? kept.theme : usual.theme,
      language: ['en', 'zh'].includes(kept.language) ? kept.language : usual.language,
    }
  } catch {
    return usual
  }
}
