import type { ComponentChildren } from 'preact'
import { useKeys } from '../keys/use-keys.js'
import { deselect } from '../location/selection.js'
import { Button } from '../parts/button.js'
import { t } from '../shell/words.js'
import './inspector.css'

export interface InspectorFrameProps {
  /** One line: what it is, how far to trust it, since when. */
  readonly head: ComponentChildren
  /** What it says, verbatim. */
  readonly says?: ComponentChildren
  /** `Section`s: why · where it comes from · its history · where it was used. */
  readonly children?: ComponentChildren
  /** What can be done with it: stays at the foot, at the thumb. */
  readonly actions?: ComponentChildren
}

/** The anatomy of everything that can be selected, always in the same order. */
export function InspectorFrame({ head, says, children, actions }: InspectorFrameProps) {
  useKeys({ close: deselect })
  return (
    <div class="inspector">
      <header class="inspector-head">
        <div class="inspector-what">{head}</div>
        <Button kind="quiet" icon="close" label={t('close')} onClick={deselect} />
      </header>
      <div class="inspector-body">
        {says !== undefined && <div class="inspector-says">{says}</div>}
        {children}
      </div>
      {actions !== undefined && <footer class="inspector-actions">{actions}</footer>}
    </div>
  )
}
