import { signal } from '@preact/signals'
import { Dialog } from '../parts/dialog.js'
import { lazy } from '../shell/lazy.js'
import { t } from './words.js'

export const isPaletteOpen = signal(false)

/** Everything that can be done, by name: Ctrl K. Its code is loaded when it is first opened. */
export function Palette() {
  if (!isPaletteOpen.value) return null
  return (
    <Dialog label={t('title')} isHigh onClose={closePalette}>
      <PaletteInside />
    </Dialog>
  )
}

export function closePalette(): void {
  isPaletteOpen.value = false
}

const PaletteInside = lazy(async () => (await import('./palette-inside.js')).PaletteInside)
