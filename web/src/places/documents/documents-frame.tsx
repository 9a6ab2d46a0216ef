import type { ComponentChildren } from 'preact'
import { href } from '../../location/location.js'
import { Page as Frame } from '../../parts/page.js'
import { Tabs } from '../../parts/tabs.js'
import { t } from './words.js'

export interface DocumentsFrameProps {
  readonly tab: 'library' | 'ask'
  readonly actions?: ComponentChildren
  readonly filters?: ComponentChildren
  readonly children: ComponentChildren
}

/** The two views of the place, with their tools. */
export function DocumentsFrame({ tab, actions, filters, children }: DocumentsFrameProps) {
  return (
    <Frame
      title={t('title')}
      actions={actions}
      toolbar={
        <Tabs
          label={t('views')}
          current={tab}
          tabs={[
            { id: 'library', label: t('library'), href: href('documents') },
            { id: 'ask', label: t('ask'), href: href('documents/ask') },
          ]}
        />
      }
    >
      {filters !== undefined && <div class="documents-filters">{filters}</div>}
      {children}
    </Frame>
  )
}
