import { signal } from '@preact/signals'
import { words } from '../language/language.js'
import { Button } from '../parts/button.js'
import { Dialog } from '../parts/dialog.js'
import { keyIds, sayKey, sayKeyPurpose } from './key-map.js'
import './key-help.css'

export const isKeyHelpOpen = signal(false)

/** Every key, and what it does. */
export function KeyHelp() {
  if (!isKeyHelpOpen.value) return null
  const close = () => {
    isKeyHelpOpen.value = false
  }
  return (
    <Dialog label={t('title')} onClose={close}>
      <div class="key-help">
        <header class="key-help-head">
          <h2>{t('title')}</h2>
          <Button kind="quiet" icon="close" label={t('close')} onClick={close} />
        </header>
        <dl class="key-help-list" tabIndex={0}>
          {keyIds.map((id) => (
            <div key={id} class="key-help-row">
              <dt>{sayKeyPurpose(id)}</dt>
              <dd>
                {sayKey(id)
                  .split(' ')
                  .map((key) => (
                    <kbd key={key} class="key">
                      {key}
                    </kbd>
                  ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}

const t = words({ en: { title: 'Keys', close: 'Close' }, zh: { title: '快捷键', close: '关闭' } })
